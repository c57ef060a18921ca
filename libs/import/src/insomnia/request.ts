import {
  type Auth,
  type Body,
  type GraphqlVariables,
  parseGraphqlVariables,
  type MultipartPart,
  type Pair,
  type RequestSettings,
} from '@tandem/core';
import { parseJson, stringifyJson } from '@tandem/core/codec';

import { commentOutScript } from '../commented.js';
import { joinCookieKey } from '../credentials/cookie-key.js';
import type { Draft } from '../draft.js';
import { selectHeadersBeside, toSendableType } from '../json-type.js';
import { splitQuery } from '../query.js';
import { type Fields, getFields, isFields, isTrue, getObjects, pair, getText, toText } from '../value.js';
import { parseInsomniaAuth, describeAuthLosses } from './auth.js';
import { describeLostTemplates } from './templates.js';

/** Rows of `{ name, value, disabled }`. */
export const parseRows = (value: unknown, key: string): readonly Pair[] =>
  getObjects(value, key)
    .map((one) => pair(getText(one, 'name'), getText(one, 'value'), !isTrue(one, 'disabled')))
    .filter(({ name }) => name !== '');

const parsePart = (one: Fields): MultipartPart => {
  const name = getText(one, 'name');
  const enabled = !isTrue(one, 'disabled');
  const contentType = getText(one, 'contentType');
  const settings = contentType === '' ? {} : { contentType };
  return getText(one, 'type') === 'file'
    ? { name, file: getText(one, 'fileName'), enabled, ...settings }
    : { name, value: getText(one, 'value'), enabled, ...settings };
};

const parseBody = (body: Fields): Body => {
  const type = toSendableType(getText(body, 'mimeType'));
  const content = getText(body, 'text');
  if (type === 'multipart/form-data')
    return { type: 'multipart', parts: getObjects(body, 'params').map(parsePart) };
  if (type === 'application/x-www-form-urlencoded')
    return { type: 'form-urlencoded', fields: parseRows(body, 'params') };
  const file = getText(body, 'fileName');
  if (file !== '') return { type: 'binary', file };
  if (content === '') return { type: 'none' };
  // GraphQL that is not yet JSON, because its variables contain tokens, becomes JSON when it is sent.
  if (/[/+]json\b/i.test(type) || type === 'application/graphql') return { type: 'json', content };
  return { type: 'text', content, ...(type === '' ? {} : { contentType: type }) };
};

/** The content of a GraphQL body; undefined if it is not one. */
const parseGraphql = (text: string): Fields | undefined => {
  try {
    const read: unknown = parseJson(text);
    return isFields(read) && typeof read.query === 'string' ? read : undefined;
  } catch {
    return undefined;
  }
};

const parseVariables = (given: unknown): GraphqlVariables => {
  if (isFields(given)) return given;
  if (given === undefined) return {};
  return parseGraphqlVariables(typeof given === 'string' ? given : stringifyJson(given));
};

/** Scripts of a request or folder as comments, because Insomnia's interface does not exist here. */
export const commentOutScripts = (
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
export const parseFolderAuth = (draft: Draft, given: Fields, place: string): Auth | undefined => {
  const auth = parseInsomniaAuth(given.authentication);
  if (auth === undefined)
    draft.leaveOut(
      place,
      `the auth “${getText(getFields(given, 'authentication'), 'type')}” has no counterpart`,
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
    ...['headers', 'parameters', 'pathParameters'].flatMap((key) => getObjects(given, key)),
    ...getObjects(getFields(given, 'body'), 'params'),
  ].filter((one) => getText(one, 'description').trim() !== '').length;
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
    .filter(([key, value]) => /^setting[A-Z]/.test(key) && !knownSettings.has(key) && toText(value) !== '')
    .map(([key, value]) => `its setting ${key}: ${toText(value).slice(0, 100)}`),
];

/** The parts of a GraphQL query that are not kept. */
const describeGraphqlLosses = (given: Fields, graphql: Fields): readonly string[] => {
  const method = (getText(given, 'method') || 'POST').toUpperCase();
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

const parseSettings = ({ given, followRedirects }: InsomniaRequest): RequestSettings => ({
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
  const auth = parseInsomniaAuth(given.authentication);
  if (auth === undefined)
    draft.leaveOut(
      place,
      `the auth “${getText(getFields(given, 'authentication'), 'type')}” has no counterpart; its auth is none`,
    );
  for (const what of [
    ...describeLostTemplates(given),
    ...describeAuthLosses(given.authentication),
    ...describeLostSettings(given),
    ...describeLostDescriptions(given),
  ])
    draft.leaveOut(place, what);
  const script = commentOutScripts(draft, request.scripts, place);
  const id = getText(given, '_id') || getText(getFields(given, 'meta'), 'id');
  const { auth: sentAuth, headers } = joinCookieKey(auth ?? { type: 'none' }, parseRows(given, 'headers'));
  const about = {
    name: getText(given, 'name').trim() || 'Request',
    folder,
    description,
    auth: sentAuth,
    settings: parseSettings(request),
    script,
    ...(id === '' ? {} : { origin: id }),
  };
  const body = getFields(given, 'body');
  const graphql =
    getText(body, 'mimeType') === 'application/graphql' ? parseGraphql(getText(body, 'text')) : undefined;
  const withoutType = headers.filter(({ name }) => name.toLowerCase() !== 'content-type');
  if (graphql !== undefined) {
    for (const what of describeGraphqlLosses(given, graphql)) draft.leaveOut(place, what);
    draft.addRequest({
      kind: 'graphql',
      ...about,
      url: addQueryRows(getText(given, 'url'), parseRows(given, 'parameters')),
      headers: withoutType,
      query: getText(graphql, 'query'),
      variables: parseVariables(graphql.variables),
      operationName: getText(graphql, 'operationName') || null,
    });
    return;
  }
  const sent = parseBody(body);
  const split = splitQuery(getText(given, 'url'));
  draft.addRequest({
    kind: 'rest',
    ...about,
    method: (getText(given, 'method') || 'GET').toUpperCase(),
    url: split.url,
    queryParams: [...split.queryParams, ...parseRows(given, 'parameters')],
    pathParams: parseRows(given, 'pathParameters'),
    headers: selectHeadersBeside(sent, getText(body, 'mimeType'), headers),
    body: sent,
  });
};
