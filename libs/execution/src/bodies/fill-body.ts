import {
  type ExecutionFault,
  filterEnabledPairs,
  formatGraphqlPost,
  type GraphqlVariables,
  type MultipartPart,
} from '@tandem/core';
import { isContainer, isJsonObject, parseJson, stringifyJson, toStrictJson } from '@tandem/core/codec';
import { E, pipe } from '@tandem/core/fp';
import type { PreparedBody } from '../execution-state.js';
import { createFault } from '../fault.js';
import { type Fill, type FillGrammar, fillPairs } from '../filling/filler.js';
import { graphqlGrammar, jsonGrammar, jsonStringGrammar } from '../filling/interpolate-grammar.js';
import type { GraphqlBody, RequestDraft } from '../request/draft.js';
import { findJsonProblem } from './json-problem.js';

/** Fills in the strings of a JSON value, but not its property names. */
const fillValue = (fill: Fill, value: unknown, where: string): unknown => {
  if (typeof value === 'string') return fill(value, where, jsonStringGrammar);
  if (Array.isArray(value)) return value.map((one, index) => fillValue(fill, one, `${where}[${index}]`));
  if (!isContainer(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, fillValue(fill, one, `${where}.${name}`)]),
  );
};

/** GraphQL variables as JSON text, or why they are invalid. */
type FilledVariables = E.Either<ExecutionFault, string>;

const fillText = (fillGrammar: FillGrammar, template: string, where: string): FilledVariables => {
  const { text, replaced, unresolved } = fillGrammar(template, where, jsonGrammar);
  const json = toStrictJson(text);
  if (json.trim() === '') return E.right('{}');
  const problem = findJsonProblem(json, template, replaced);
  if (problem === undefined) return E.right(json.trim());
  const { message, ...details } = problem;
  const missing = unresolved.map((name) => ` {{${name}}} has no value.`).join('');
  return E.left(
    createFault(
      'BODY_INVALID',
      `The GraphQL variables are not valid JSON ${message}.${missing} Correct them, or the values that they are filled in with.`,
      details,
    ),
  );
};

const fillVariables = (
  fill: Fill,
  fillGrammar: FillGrammar,
  variables: GraphqlVariables,
  where: string,
): FilledVariables =>
  typeof variables === 'string'
    ? fillText(fillGrammar, variables, where)
    : E.right(stringifyJson(fillValue(fill, variables, where)));

/** Overrides the request's GraphQL variables by those of the call, name by name. */
const overrideVariables = (saved: string, overrides: string): FilledVariables => {
  const [before, after] = [parseJson(saved) ?? {}, parseJson(overrides) ?? {}];
  return isJsonObject(before) && isJsonObject(after)
    ? E.right(stringifyJson({ ...before, ...after }))
    : E.left(
        createFault(
          'BODY_INVALID',
          `The GraphQL variables of the ${isJsonObject(before) ? 'call' : 'request'} are not a JSON object, so those of the call cannot replace any by name. Write an object.`,
        ),
      );
};

/** Formats the body with its variables not filled in, as a script reads and replaces it. */
export const formatGraphqlTemplate = ({
  query,
  variables,
  overrides,
  operationName,
}: GraphqlBody): string => {
  const shown = overrides ?? variables;
  const text = typeof shown === 'string' ? shown : stringifyJson(shown);
  return formatGraphqlPost(query, text, operationName);
};

/** Fills in the body of a GraphQL request, or says why it cannot be sent. */
const fillGraphqlBody = (fill: Fill, fillGrammar: FillGrammar, body: GraphqlBody): FilledVariables => {
  const query = fill(body.query, 'query', graphqlGrammar);
  const saved = fillVariables(fill, fillGrammar, body.variables, 'variables');
  const variables =
    body.overrides === undefined
      ? saved
      : pipe(
          E.Do,
          E.bind('saved', () => saved),
          E.bind('overrides', () => fillVariables(fill, fillGrammar, body.overrides ?? {}, 'variables')),
          E.flatMap(({ saved, overrides }) => overrideVariables(saved, overrides)),
        );
  return pipe(
    variables,
    E.map((text) => formatGraphqlPost(query, text, body.operationName)),
  );
};

const fillPart = (fill: Fill, part: MultipartPart): MultipartPart => {
  const name = fill(part.name, 'body');
  const where = `body.${name}`;
  const { filename, contentType, headers, enabled } = part;
  return {
    name,
    enabled,
    ...('value' in part ? { value: fill(part.value, where) } : { file: fill(part.file, where) }),
    ...(filename === undefined ? {} : { filename: fill(filename, where) }),
    ...(contentType === undefined ? {} : { contentType: fill(contentType, where) }),
    ...(headers === undefined
      ? {}
      : {
          headers: fillPairs(fill, headers, where).map(([key, value]) => ({
            name: key,
            value,
            enabled: true,
          })),
        }),
  };
};

/** A filled-in body, with headers for a request that does not set them itself. */
export interface FilledBody {
  readonly body: PreparedBody;
  readonly contentType?: string;
  readonly accept?: string;
}

/** The recommended Accept header (GraphQL over HTTP, section "Accept"). */
const graphqlAccept = 'application/graphql-response+json, application/json;q=0.9';

const fillJsonText = (fillGrammar: FillGrammar, template: string): PreparedBody => {
  const { text, replaced, unresolved } = fillGrammar(template, 'body', jsonGrammar);
  // The variable without a value already has a diagnostic, so the invalid JSON that results from it needs none.
  return unresolved.length > 0
    ? { kind: 'text', text }
    : { kind: 'text', text, json: { template, replaced } };
};

/** Fills in a body. A form without fields is not sent as a body, as in Postman, so it has no content type either. */
export const fillBody = (fill: Fill, fillGrammar: FillGrammar, body: RequestDraft['body']): FilledBody => {
  switch (body.type) {
    case 'none':
      return { body: { kind: 'none' } };
    case 'json':
      return { body: fillJsonText(fillGrammar, body.content), contentType: 'application/json' };
    case 'graphql': {
      return {
        body: pipe(
          fillGraphqlBody(fill, fillGrammar, body),
          E.match(
            (fault): PreparedBody => ({ kind: 'text', text: '', fault }),
            (text): PreparedBody => ({ kind: 'text', text }),
          ),
        ),
        contentType: 'application/json',
        accept: graphqlAccept,
      };
    }
    case 'text':
      return {
        body: { kind: 'text', text: fill(body.content, 'body') },
        contentType: fill(body.contentType ?? 'text/plain; charset=utf-8', 'body.contentType'),
      };
    case 'form-urlencoded': {
      const pairs = fillPairs(fill, body.fields, 'body').map(
        ([name, value]) => [name, value] as [string, string],
      );
      if (pairs.length === 0) return { body: { kind: 'none' } };
      const text = new URLSearchParams(pairs).toString();
      return { body: { kind: 'text', text }, contentType: 'application/x-www-form-urlencoded' };
    }
    case 'multipart': {
      const parts = filterEnabledPairs(body.parts).map((part) => fillPart(fill, part));
      return { body: parts.length === 0 ? { kind: 'none' } : { kind: 'multipart', parts } };
    }
    case 'binary':
      return {
        body: { kind: 'binary', file: fill(body.file, 'body') },
        contentType: fill(body.contentType ?? 'application/octet-stream', 'body.contentType'),
      };
  }
};
