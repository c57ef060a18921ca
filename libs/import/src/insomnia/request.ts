import {
  type Auth,
  type Body,
  type GraphqlVariables,
  graphqlVariablesOf,
  type MultipartPart,
  type Pair,
  type RequestSettings,
} from '@tandem/core';
import { parseJson, stringifyJson } from '@tandem/core/codec';

import { commentOutScript } from '../commented.js';
import { joinCookieKey } from '../credentials/cookie-key.js';
import type { Draft } from '../draft.js';
import { headersBeside, toSendableType } from '../json-type.js';
import { splitQuery } from '../query.js';
import { type Fields, fieldsAt, isFields, isTrue, objectsAt, pair, textAt, textOf } from '../value.js';
import { insomniaAuth, describeAuthLosses } from './auth.js';
import { describeLostTemplates } from './templates.js';

/** Rows of `{ name, value, disabled }`. */
export const rowsAt = (value: unknown, key: string): readonly Pair[] =>
  objectsAt(value, key)
    .map((one) => pair(textAt(one, 'name'), textAt(one, 'value'), !isTrue(one, 'disabled')))
    .filter(({ name }) => name !== '');

const partOf = (one: Fields): MultipartPart => {
  const name = textAt(one, 'name');
  const enabled = !isTrue(one, 'disabled');
  const contentType = textAt(one, 'contentType');
  const settings = contentType === '' ? {} : { contentType };
  return textAt(one, 'type') === 'file'
    ? { name, file: textAt(one, 'fileName'), enabled, ...settings }
    : { name, value: textAt(one, 'value'), enabled, ...settings };
};

const bodyOf = (body: Fields): Body => {
  const type = toSendableType(textAt(body, 'mimeType'));
  const content = textAt(body, 'text');
  if (type === 'multipart/form-data')
    return { type: 'multipart', parts: objectsAt(body, 'params').map(partOf) };
  if (type === 'application/x-www-form-urlencoded')
    return { type: 'form-urlencoded', fields: rowsAt(body, 'params') };
  const file = textAt(body, 'fileName');
  if (file !== '') return { type: 'binary', file };
  if (content === '') return { type: 'none' };
  // GraphQL that is not yet JSON, because its variables contain tokens, becomes JSON when it is sent.
  if (/[/+]json\b/i.test(type) || type === 'application/graphql') return { type: 'json', content };
  return { type: 'text', content, ...(type === '' ? {} : { contentType: type }) };
};

/** The content of a GraphQL body; undefined if it is not one. */
const graphqlOf = (text: string): Fields | undefined => {
  try {
    const read: unknown = parseJson(text);
    return isFields(read) && typeof read.query === 'string' ? read : undefined;
  } catch {
    return undefined;
  }
};

const variablesOf = (given: unknown): GraphqlVariables => {
  if (isFields(given)) return given;
  if (given === undefined) return {};
  return graphqlVariablesOf(typeof given === 'string' ? given : stringifyJson(given));
};

/** Scripts of a request or folder as comments, because Insomnia's interface does not exist here. */
export const scriptsOf = (
  draft: Draft,
  texts: readonly (readonly [kind: string, text: string])[],
  place: string,
) =>
  texts
    .filter(([, text]) => text.trim() !== '')
    .map(([kind, text]) => {
      draft.leaveOut(place, `its ${kind} does not run here; it is a comment in the script`);
      return commentOutScript(`Insomnia's ${kind}`, text);
    })
    .join('\n');

/** The auth of a folder; undefined if it inherits, or if it has no counterpart, which is reported. */
export const folderAuth = (draft: Draft, given: Fields, place: string): Auth | undefined => {
  const auth = insomniaAuth(given.authentication);
  if (auth === undefined)
    draft.leaveOut(
      place,
      `the auth “${textAt(fieldsAt(given, 'authentication'), 'type')}” has no counterpart`,
    );
  const { environment, headers, authentication } = given;
  for (const what of [
    ...describeLostTemplates([environment, headers, authentication]),
    ...describeAuthLosses(authentication),
  ])
    draft.leaveOut(place, what);
  return auth;
};

/** Number of a request's rows with a description, which rows here do not have. */
const describeLostDescriptions = (given: Fields): readonly string[] => {
  const count = [
    ...['headers', 'parameters', 'pathParameters'].flatMap((key) => objectsAt(given, key)),
    ...objectsAt(fieldsAt(given, 'body'), 'params'),
  ].filter((one) => textAt(one, 'description').trim() !== '').length;
  return count === 0 ? [] : [`the descriptions of ${count} ${count === 1 ? 'row' : 'rows'}`];
};

/** Settings of a request that are read, by their names in format 4. */
const knownSettings = new Set([
  'settingFollowRedirects',
  'settingSendCookies',
  'settingStoreCookies',
  'settingEncodeUrl',
  'settingDisableRenderRequestBody',
  'settingRebuildPath',
  'settingValidateCertificates',
]);

/** Request settings that differ from what Tandem does. */
const describeLostSettings = (given: Fields): readonly string[] => [
  ...(given.settingStoreCookies === false && given.settingSendCookies !== false
    ? ['that the cookies of its response are not stored']
    : []),
  ...(given.settingEncodeUrl === false ? ['that its URL is not encoded'] : []),
  ...(given.settingRebuildPath === false ? ['that “..” stays in the path of its URL'] : []),
  ...(given.settingDisableRenderRequestBody === true
    ? ['that templates in its body are not filled in; variables in it are']
    : []),
  ...Object.entries(given)
    .filter(([key, value]) => /^setting[A-Z]/.test(key) && !knownSettings.has(key) && textOf(value) !== '')
    .map(([key, value]) => `its setting ${key}: ${textOf(value).slice(0, 100)}`),
];

/** The parts of a GraphQL query that are not kept. */
const describeGraphqlLosses = (given: Fields, graphql: Fields): readonly string[] => {
  const method = (textAt(given, 'method') || 'POST').toUpperCase();
  return [
    ...(method === 'POST' ? [] : [`the method ${method} of its GraphQL query, which is sent with POST`]),
    ...(graphql.extensions === undefined ? [] : ['the extensions of its GraphQL query']),
  ];
};

/** One request in either format; their differences were handled before. */
export interface InsomniaRequest {
  readonly given: Fields;
  readonly folder: string;
  readonly place: string;
  readonly description: string;
  readonly followRedirects: string;
  readonly scripts: readonly (readonly [kind: string, text: string])[];
}

const settingsOf = ({ given, followRedirects }: InsomniaRequest): RequestSettings => ({
  ...(/^(?:on|off)$/.test(followRedirects) ? { followRedirects: followRedirects === 'on' } : {}),
  ...(given.settingSendCookies === false ? { cookies: false } : {}),
  ...(given.settingValidateCertificates === false ? { tls: { verify: false } } : {}),
});

/** A URL with more rows added to its query. */
const addQueryRows = (url: string, rows: readonly Pair[]): string => {
  const query = rows
    .filter(({ enabled }) => enabled)
    .map(
      ({ name, value }) =>
        `${encodeURIComponent(name)}=${value.includes('{{') ? value : encodeURIComponent(value)}`,
    );
  return query.length === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}${query.join('&')}`;
};

/** Adds a request to the draft. Its texts still contain Insomnia's templates. */
export const addInsomniaRequest = (draft: Draft, request: InsomniaRequest): void => {
  const { given, folder, place, description } = request;
  const auth = insomniaAuth(given.authentication);
  if (auth === undefined)
    draft.leaveOut(
      place,
      `the auth “${textAt(fieldsAt(given, 'authentication'), 'type')}” has no counterpart; its auth is none`,
    );
  for (const what of [
    ...describeLostTemplates(given),
    ...describeAuthLosses(given.authentication),
    ...describeLostSettings(given),
    ...describeLostDescriptions(given),
  ])
    draft.leaveOut(place, what);
  const script = scriptsOf(draft, request.scripts, place);
  const id = textAt(given, '_id') || textAt(fieldsAt(given, 'meta'), 'id');
  const { auth: sentAuth, headers } = joinCookieKey(auth ?? { type: 'none' }, rowsAt(given, 'headers'));
  const about = {
    name: textAt(given, 'name').trim() || 'Request',
    folder,
    description,
    auth: sentAuth,
    settings: settingsOf(request),
    script,
    ...(id === '' ? {} : { origin: id }),
  };
  const body = fieldsAt(given, 'body');
  const graphql =
    textAt(body, 'mimeType') === 'application/graphql' ? graphqlOf(textAt(body, 'text')) : undefined;
  const withoutType = headers.filter(({ name }) => name.toLowerCase() !== 'content-type');
  if (graphql !== undefined) {
    for (const what of describeGraphqlLosses(given, graphql)) draft.leaveOut(place, what);
    draft.addRequest({
      kind: 'graphql',
      ...about,
      url: addQueryRows(textAt(given, 'url'), rowsAt(given, 'parameters')),
      headers: withoutType,
      query: textAt(graphql, 'query'),
      variables: variablesOf(graphql.variables),
      operationName: textAt(graphql, 'operationName') || null,
    });
    return;
  }
  const sent = bodyOf(body);
  const split = splitQuery(textAt(given, 'url'));
  draft.addRequest({
    kind: 'rest',
    ...about,
    method: (textAt(given, 'method') || 'GET').toUpperCase(),
    url: split.url,
    queryParams: [...split.queryParams, ...rowsAt(given, 'parameters')],
    pathParams: rowsAt(given, 'pathParameters'),
    headers: headersBeside(sent, textAt(body, 'mimeType'), headers),
    body: sent,
  });
};
