import { type ExecutionFault, formatGraphqlPost, type GraphqlVariables } from '@tandem/core';
import { isContainer, isJsonObject, parseJson, toStrictJson, stringifyJson } from '@tandem/core/codec';
import { E, pipe } from '@tandem/core/fp';

import type { GraphqlBody } from '../request/draft.js';
import { createFault } from '../fault.js';
import type { Fill, FillGrammar } from '../filling/filler.js';
import { graphqlGrammar, jsonGrammar } from '../filling/grammar.js';
import { findJsonProblem } from './json-problem.js';

/** Fills in the strings of a JSON value. Names stay unchanged. */
const fillValue = (fill: Fill, value: unknown, where: string): unknown => {
  if (typeof value === 'string') return fill(value, where);
  if (Array.isArray(value)) return value.map((one, index) => fillValue(fill, one, `${where}[${index}]`));
  if (!isContainer(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, fillValue(fill, one, `${where}.${name}`)]),
  );
};

/** The variables as JSON text, or why they are invalid. */
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

/** The request's variables, with those of the call replacing them by name. */
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

/** The body as a template, which a script can read and replace. */
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

/** The body to send, or why there is none. */
export const fillGraphqlBody = (fill: Fill, fillGrammar: FillGrammar, body: GraphqlBody): FilledVariables => {
  const query = fill(body.query, 'query', graphqlGrammar);
  const saved = fillVariables(fill, fillGrammar, body.variables, 'variables');
  const variables =
    body.overrides === undefined
      ? saved
      : pipe(
          E.Do,
          E.bind('saved', () => saved),
          E.bind('given', () => fillVariables(fill, fillGrammar, body.overrides ?? {}, 'variables')),
          E.flatMap(({ saved, given }) => overrideVariables(saved, given)),
        );
  return pipe(
    variables,
    E.map((text) => formatGraphqlPost(query, text, body.operationName)),
  );
};
