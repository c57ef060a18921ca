import { isContainer } from '../codec/index.js';
import type { Body, Pair } from '../requests/fields.js';
import type { Example } from '../requests/example.js';
import type { GraphqlVariables } from '../requests/graphql-request.js';
import type { ImportedRequest } from '../imports/import.js';
import { minRedactedLength } from './redactor.js';
import { createSecretSearch, selectSearchValues } from './search.js';
import type { Secret } from './finder.js';

type TextReplacer = (text: string) => string;

const replaceInJson = (value: unknown, referring: TextReplacer): unknown => {
  if (typeof value === 'string') return referring(value);
  if (Array.isArray(value)) return value.map((one) => replaceInJson(one, referring));
  if (!isContainer(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replaceInJson(one, referring)]));
};

const escapeJson = (value: string): string => JSON.stringify(value).slice(1, -1);

type TextReference = (text: string, written?: (value: string) => string) => string;

const replaceInVariables = (variables: GraphqlVariables, referring: TextReference): GraphqlVariables =>
  typeof variables === 'string'
    ? referring(variables, escapeJson)
    : (replaceInJson(variables, (text) => referring(text)) as GraphqlVariables);

/** Minimum length of a value that is replaced by its name, in UTF-16 units. */
const minNamedLength = minRedactedLength;

/** Matches the characters of which tokens consist. */
const tokenCharacter = /[\w.~+/=-]/;

/** The end of the token that contains a match, which ends at `end`. */
const findTokenEnd = (text: string, end: number): number => {
  let at = end;
  while (at < text.length && tokenCharacter.test(text.charAt(at))) at += 1;
  // Punctuation at the end belongs to the sentence around the token.
  return text.slice(end, at).replace(/[.=/+~-]+$/, '').length + end;
};

/**
 * Replaces secrets in read-only text by their names, in any form of their values. A longer token that begins with a secret is replaced
 * as a whole, because the rest of it would be meaningless.
 */
export const nameSecrets = (secrets: readonly Secret[]): ((text: string) => string) => {
  const sought = selectSearchValues(secrets, minNamedLength);
  const { findMatches } = createSecretSearch(sought, { minLength: minNamedLength, pieces: false });
  const lengths = new Map(secrets.map(({ name, value }) => [name, value.trim().length]));
  return (text) => {
    let [named, from] = ['', 0];
    for (const { name, start, end } of findMatches(text)) {
      if (start < from) continue;
      named += `${text.slice(from, start)}{{${name}}}`;
      const isWhole = end - start >= (lengths.get(name) ?? 0);
      from = isWhole ? end : findTokenEnd(text, end);
    }
    return named + text.slice(from);
  };
};

interface SecretReplacer {
  /** Replaces secrets in read-only text. */
  readonly hidden: TextReplacer;
  readonly referring: TextReplacer;
  readonly inRows: (rows: readonly Pair[]) => readonly Pair[];
  readonly inBody: (body: Body) => Body;
}

const referInExample =
  ({ hidden, referring, inRows, inBody }: SecretReplacer) =>
  ({ request, response, ...one }: Example): Example => ({
    ...one,
    request: request && {
      ...request,
      url: referring(request.url),
      headers: inRows(request.headers),
      queryParams: inRows(request.queryParams),
      pathParams: inRows(request.pathParams),
      body: inBody(request.body),
    },
    response: {
      ...response,
      headers: response.headers.map(({ name, value }) => ({ name, value: hidden(value) })),
      body: response.body && { ...response.body, data: hidden(response.body.data) },
    },
  });

/**
 * Replaces secret values in the texts of requests with references to them, so that they are not stored in plain text. Text with a value
 * in another encoding stays unchanged, because a reference would be sent differently.
 */
export const referToSecrets = (
  secrets: readonly Secret[],
): ((request: ImportedRequest) => ImportedRequest) => {
  const hidden = nameSecrets(secrets);
  const values = new Map(secrets.map(({ name, value }) => [name, value]));
  const filled = (text: string, as: (value: string) => string): string =>
    text.replace(/\{\{([^{}]*)\}\}/g, (whole, name: string) => {
      const value = values.get(name);
      return value === undefined ? whole : as(value);
    });
  const referring = (text: string, as: (value: string) => string = String): string => {
    const named = hidden(text);
    return named !== text && filled(named, as) === filled(text, as) ? named : text;
  };
  const inRows = (rows: readonly Pair[]): readonly Pair[] =>
    rows.map((one) => ({ ...one, value: referring(one.value) }));
  const inBody = (body: Body): Body => {
    switch (body.type) {
      case 'json':
        return { ...body, content: referring(body.content, escapeJson) };
      case 'text':
        return { ...body, content: referring(body.content) };
      case 'form-urlencoded':
        return { ...body, fields: inRows(body.fields) };
      case 'multipart':
        return {
          ...body,
          parts: body.parts.map((one) => ('value' in one ? { ...one, value: referring(one.value) } : one)),
        };
      case 'none':
      case 'binary':
        return body;
    }
  };
  const inExample = referInExample({ hidden, referring, inRows, inBody });
  return (request) => {
    const common = {
      ...(request.description === undefined ? {} : { description: hidden(request.description) }),
      ...(request.url === undefined ? {} : { url: referring(request.url) }),
      ...(request.headers === undefined ? {} : { headers: inRows(request.headers) }),
    };
    if (request.kind === 'graphql')
      return {
        ...request,
        ...common,
        ...(request.query === undefined ? {} : { query: referring(request.query) }),
        ...(request.variables === undefined
          ? {}
          : { variables: replaceInVariables(request.variables, referring) }),
      };
    return {
      ...request,
      ...common,
      ...(request.queryParams === undefined ? {} : { queryParams: inRows(request.queryParams) }),
      ...(request.pathParams === undefined ? {} : { pathParams: inRows(request.pathParams) }),
      ...(request.body === undefined ? {} : { body: inBody(request.body) }),
      ...(request.examples === undefined ? {} : { examples: request.examples.map(inExample) }),
    };
  };
};
