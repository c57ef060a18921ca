import {
  type Example,
  type Foreign,
  graphqlVariablesOf,
  type Pair,
  type RequestSettings,
} from '@tandem/core';
import { parseJson } from '@tandem/core/codec';
import { authFromPostman, findLostPostmanAuth } from '@tandem/core/document';

import type { Draft } from '../draft.js';
import { type Fields, fieldsAt, isFields, textAt, textOf } from '../value.js';
import { postmanExamples } from './examples.js';
import { describeRequestLosses, describeLostSettings } from './lost.js';
import { hasPrunedBody, headersOf, modeOf, rowsAt, toExampleRequest, urlOf } from './sent.js';

/** A description is a string or `{ content }`. */
export const descriptionOf = (value: Fields): string => {
  const { description } = value;
  return isFields(description) ? textAt(description, 'content') : textOf(description);
};

/** What `protocolProfileBehavior` says, as settings. */
export const settingsOf = (item: Fields): RequestSettings => {
  const behavior = fieldsAt(item, 'protocolProfileBehavior');
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
  rowsAt(item, 'variable').map(
    ({ name }) => `its own variable “${name}”; folders and collections have variables`,
  );

/** The content of a GraphQL body, which may be JSON text or only the query. */
const graphqlOf = (given: Fields): Fields => {
  const { graphql } = fieldsAt(given, 'body');
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

const examplesOf = (draft: Draft, item: Fields, place: string): readonly Example[] =>
  postmanExamples(item).map(({ example, lost }) => {
    for (const what of lost) draft.leaveOut(`${place}/${example.name}`, what);
    return example;
  });

/** Adds the request of an item. */
export const addPostmanRequest = (draft: Draft, item: Fields, { folder, place, foreign }: Around): void => {
  const { request } = item;
  const given: Fields = isFields(request) ? request : { url: request };
  const name = textAt(item, 'name').trim() || textAt(given, 'method') || 'Request';
  const auth = authFromPostman(given.auth);
  if (auth === undefined)
    draft.leaveOut(
      place,
      `the auth “${textAt(fieldsAt(given, 'auth'), 'type')}” has no counterpart; its auth is none`,
    );
  for (const what of [
    ...findLostPostmanAuth(given.auth),
    ...describeLostSettings(item),
    ...describeRequestLosses(given),
    ...describeLostVariables(item),
  ])
    draft.leaveOut(place, what);
  const id = textAt(item, 'id') || textAt(item, '_postman_id');
  const about = {
    name,
    folder,
    description: [...new Set([descriptionOf(item), descriptionOf(given)])].filter(Boolean).join('\n\n'),
    auth: auth ?? ({ type: 'none' } as const),
    settings: settingsOf(item),
    foreign,
    ...(id === '' ? {} : { origin: id }),
  };
  const examples = examplesOf(draft, item, place);
  if (modeOf(given) === 'graphql') {
    if (examples.length > 0)
      draft.leaveOut(place, `${formatExampleCount(examples.length)}, which GraphQL requests do not have`);
    const graphql = graphqlOf(given);
    const { queryParams, pathParams, ...split } = urlOf(given.url);
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
      headers: headersOf(given.header),
      url: query === '' ? url : `${url}?${query}`,
      query: textAt(graphql, 'query'),
      variables: isFields(graphql.variables)
        ? graphql.variables
        : graphqlVariablesOf(textAt(graphql, 'variables')),
      operationName: textAt(graphql, 'operationName') || null,
    });
    return;
  }
  const behavior = fieldsAt(item, 'protocolProfileBehavior');
  if (hasPrunedBody(given, behavior))
    draft.leaveOut(place, `its body, which Postman does not send with ${textAt(given, 'method') || 'GET'}`);
  draft.addRequest({ kind: 'rest', ...about, ...toExampleRequest(given, behavior), examples });
};
