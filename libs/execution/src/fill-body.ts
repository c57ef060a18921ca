import { enabledPairs, type MultipartPart } from '@tandem/core';
import { isContainer, stringifyJson } from '@tandem/core/codec';

import type { RequestDraft, GraphqlBody } from './draft.js';
import { type Fill, type FillGrammar, fillPairs } from './filler.js';
import { graphqlGrammar, jsonGrammar } from './grammar.js';
import type { PreparedBody } from './run.js';

const fillPart = (fill: Fill, part: MultipartPart): MultipartPart => {
  const name = fill(part.name, 'body');
  const where = `body.${name}`;
  if ('value' in part) return { ...part, name, value: fill(part.value, where) };
  const { file, filename, contentType, enabled } = part;
  return {
    name,
    enabled,
    file: fill(file, where),
    ...(filename === undefined ? {} : { filename: fill(filename, where) }),
    ...(contentType === undefined ? {} : { contentType: fill(contentType, where) }),
  };
};

/** Fills in the strings of a JSON value; names are unchanged. */
const fillValue = (fill: Fill, value: unknown, where: string): unknown => {
  if (typeof value === 'string') return fill(value, where);
  if (Array.isArray(value)) return value.map((one, index) => fillValue(fill, one, `${where}[${index}]`));
  if (!isContainer(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, fillValue(fill, one, `${where}.${name}`)]),
  );
};

const graphqlText = (fill: Fill, { query, variables, operationName }: GraphqlBody): string =>
  stringifyJson({
    query: fill(query, 'query', graphqlGrammar),
    variables: fillValue(fill, variables, 'variables'),
    ...(operationName === null || operationName === '' ? {} : { operationName }),
  });

/** A filled-in body, and the header fields that it adds unless the request sets them. */
export interface FilledBody {
  readonly body: PreparedBody;
  readonly contentType?: string;
  readonly accept?: string;
}

/** The recommended Accept header (GraphQL over HTTP, section "Accept"). */
const graphqlAccept = 'application/graphql-response+json, application/json;q=0.9';

const fillJsonText = (fillGrammar: FillGrammar, template: string): PreparedBody => {
  const { text, replaced, unresolved } = fillGrammar(template, 'body', jsonGrammar);
  // The unresolved tokens are reported, so not also that it is no JSON because of them.
  return unresolved.length > 0
    ? { kind: 'text', text }
    : { kind: 'text', text, json: { template, replaced } };
};

/** Fills in a body. A form without fields is no body, as in Postman: neither a type nor a boundary is sent for it. */
export const fillBody = (fill: Fill, fillGrammar: FillGrammar, body: RequestDraft['body']): FilledBody => {
  switch (body.type) {
    case 'none':
      return { body: { kind: 'none' } };
    case 'json':
      return { body: fillJsonText(fillGrammar, body.content), contentType: 'application/json' };
    case 'graphql': {
      const text = graphqlText(fill, body);
      return { body: { kind: 'text', text }, contentType: 'application/json', accept: graphqlAccept };
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
      const parts = enabledPairs(body.parts).map((part) => fillPart(fill, part));
      return { body: parts.length === 0 ? { kind: 'none' } : { kind: 'multipart', parts } };
    }
    case 'binary':
      return {
        body: { kind: 'binary', file: fill(body.file, 'body') },
        contentType: fill(body.contentType ?? 'application/octet-stream', 'body.contentType'),
      };
  }
};
