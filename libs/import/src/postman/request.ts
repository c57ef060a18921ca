import {
  type Example,
  type Foreign,
  parseGraphqlVariables,
  type Pair,
  type RequestSettings,
} from '@tandem/core';
import { parseJson } from '@tandem/core/codec';
import { fromPostmanAuth, findLostPostmanAuth } from '@tandem/core/document';

import type { Draft } from '../draft.js';
import { type Fields, getFields, isFields, getText, toText } from '../value.js';
import { parseExamples } from './examples.js';
import { describeRequestLosses, describeLostSettings } from './lost.js';
import { hasPrunedBody, parseHeaders, getBodyMode, parseRows, toExampleRequest, parseUrl } from './sent.js';

/** A description is a string or `{ content }`. */
export const getDescription = (value: Fields): string => {
  const { description } = value;
  return isFields(description) ? getText(description, 'content') : toText(description);
};

/** What `protocolProfileBehavior` says, as settings. */
export const parseSettings = (item: Fields): RequestSettings => {
  const behavior = getFields(item, 'protocolProfileBehavior');
  const { followRedirects, maxRedirects, strictSSL, disableCookies } = behavior;
  return {
    ...(typeof followRedirects === 'boolean' ? { followRedirects } : {}),
    ...(typeof maxRedirects === 'number' && maxRedirects >= 0 && maxRedirects <= 100
      ? { maxRedirects: Math.round(maxRedirects) }
      : {}),
    ...(strictSSL === false ? { tls: { verify: false } } : {}),
    ...(disableCookies === true ? { cookies: false } : {}),
  };
};

interface Around {
  readonly folder: string;
  /** The request's name in messages. */
  readonly place: string;
  readonly foreign: Foreign;
}

/** The variables of an item itself; here only folders and collections have variables. */
const describeLostVariables = (item: Fields): readonly string[] =>
  parseRows(item, 'variable').map(
    ({ name }) => `its own variable “${name}”; folders and collections have variables`,
  );

/** The content of a GraphQL body, which may be JSON text or only the query. */
const parseGraphql = (given: Fields): Fields => {
  const { graphql } = getFields(given, 'body');
  if (typeof graphql !== 'string') return isFields(graphql) ? graphql : {};
  try {
    const read = parseJson(graphql);
    if (isFields(read)) return read;
  } catch {
    // Then it is the query.
  }
  return { query: graphql };
};

/** A URL with its path variables filled in, for a request without rows for them. */
const fillPathParams = (url: string, rows: readonly Pair[]): string =>
  url.replace(/(?<=\/):([^/?#]+)/g, (whole, name: string) => {
    const row = rows.find((one) => one.name === name && one.enabled && one.value !== '');
    return row?.value ?? whole;
  });

const formatExampleCount = (count: number): string =>
  `${count} saved ${count === 1 ? 'example' : 'examples'}`;

const importExamples = (draft: Draft, item: Fields, place: string): readonly Example[] =>
  parseExamples(item).map(({ example, lost }) => {
    for (const what of lost) draft.leaveOut(`${place}/${example.name}`, what);
    return example;
  });

/** Adds the request of an item. */
export const addPostmanRequest = (draft: Draft, item: Fields, { folder, place, foreign }: Around): void => {
  const { request } = item;
  const given: Fields = isFields(request) ? request : { url: request };
  const name = getText(item, 'name').trim() || getText(given, 'method') || 'Request';
  const auth = fromPostmanAuth(given.auth);
  if (auth === undefined)
    draft.leaveOut(
      place,
      `the auth “${getText(getFields(given, 'auth'), 'type')}” has no counterpart; its auth is none`,
    );
  for (const what of [
    ...findLostPostmanAuth(given.auth),
    ...describeLostSettings(item),
    ...describeRequestLosses(given),
    ...describeLostVariables(item),
  ])
    draft.leaveOut(place, what);
  const id = getText(item, 'id') || getText(item, '_postman_id');
  const about = {
    name,
    folder,
    description: [...new Set([getDescription(item), getDescription(given)])].filter(Boolean).join('\n\n'),
    auth: auth ?? ({ type: 'none' } as const),
    settings: parseSettings(item),
    foreign,
    ...(id === '' ? {} : { origin: id }),
  };
  const examples = importExamples(draft, item, place);
  if (getBodyMode(given) === 'graphql') {
    if (examples.length > 0)
      draft.leaveOut(place, `${formatExampleCount(examples.length)}, which GraphQL requests do not have`);
    const graphql = parseGraphql(given);
    const { queryParams, pathParams, ...split } = parseUrl(given.url);
    const url = fillPathParams(split.url, pathParams);
    for (const { name } of queryParams.filter(({ enabled }) => !enabled))
      draft.leaveOut(place, `the row “${name}” of its query, which is switched off`);
    const query = queryParams
      .filter(({ enabled }) => enabled)
      .map((one) => `${one.name}=${one.value}`)
      .join('&');
    draft.addRequest({
      kind: 'graphql',
      ...about,
      headers: parseHeaders(given.header),
      url: query === '' ? url : `${url}?${query}`,
      query: getText(graphql, 'query'),
      variables: isFields(graphql.variables)
        ? graphql.variables
        : parseGraphqlVariables(getText(graphql, 'variables')),
      operationName: getText(graphql, 'operationName') || null,
    });
    return;
  }
  const behavior = getFields(item, 'protocolProfileBehavior');
  if (hasPrunedBody(given, behavior))
    draft.leaveOut(place, `its body, which Postman does not send with ${getText(given, 'method') || 'GET'}`);
  draft.addRequest({ kind: 'rest', ...about, ...toExampleRequest(given, behavior), examples });
};
