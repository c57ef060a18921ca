import { filterEnabledPairs, type MultipartPart } from '@tandem/core';
import { E } from '@tandem/core/fp';

import type { RequestDraft } from '../request/draft.js';
import { type Fill, type FillGrammar, fillPairs } from '../filling/filler.js';
import { jsonGrammar } from '../filling/grammar.js';
import { fillGraphqlBody } from './graphql-body.js';
import type { PreparedBody } from '../execution-state.js';

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

/** A filled-in body and the headers that it adds unless the request sets them. */
export interface FilledBody {
  readonly body: PreparedBody;
  readonly contentType?: string;
  readonly accept?: string;
}

/** The recommended Accept header (GraphQL over HTTP, section "Accept"). */
const graphqlAccept = 'application/graphql-response+json, application/json;q=0.9';

const fillJsonText = (fillGrammar: FillGrammar, template: string): PreparedBody => {
  const { text, replaced, unresolved } = fillGrammar(template, 'body', jsonGrammar);
  // The unresolved tokens are reported, so do not also report the invalid JSON they cause.
  return unresolved.length > 0
    ? { kind: 'text', text }
    : { kind: 'text', text, json: { template, replaced } };
};

/** Fills in a body. A form without fields sends no body, as in Postman: no type and no boundary either. */
export const fillBody = (fill: Fill, fillGrammar: FillGrammar, body: RequestDraft['body']): FilledBody => {
  switch (body.type) {
    case 'none':
      return { body: { kind: 'none' } };
    case 'json':
      return { body: fillJsonText(fillGrammar, body.content), contentType: 'application/json' };
    case 'graphql': {
      const filled = fillGraphqlBody(fill, fillGrammar, body);
      return {
        body: E.isRight(filled)
          ? { kind: 'text', text: filled.right }
          : { kind: 'text', text: '', fault: filled.left },
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
