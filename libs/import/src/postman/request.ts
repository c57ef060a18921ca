import {
  type Example,
  exampleBodyTypes,
  type ExampleResponse,
  type Foreign,
  getExampleBodyType,
  type Pair,
  parseGraphqlVariables,
  type RequestSettings,
} from '@tandem/core';
import { getOwnValue, parseJson } from '@tandem/core/codec';
import { findUnsupportedPostmanAuth, fromPostmanAuth } from '@tandem/core/document';

import type { Draft } from '../draft.js';
import {
  type Fields,
  formatCertificateFiles,
  getFields,
  getList,
  getObjects,
  getText,
  isFields,
  toText,
} from '../value.js';
import {
  getBodyMode,
  hasPrunedBody,
  listUnusedVariables,
  parseHeaders,
  parseRows,
  parseUrl,
  switchOffReplaced,
  toExampleRequest,
} from './sent.js';

type Header = ExampleResponse['headers'][number];

/** Converts a cookie of a response to the header that set it, without its value. */
const setCookie = (cookie: Fields): Header => {
  const flags = [
    `${getText(cookie, 'name') || getText(cookie, 'key')}=${getText(cookie, 'value')}`,
    ...['path', 'domain'].flatMap((name) =>
      getText(cookie, name) === '' ? [] : [`${name}=${getText(cookie, name)}`],
    ),
    ...(cookie.httpOnly === true ? ['HttpOnly'] : []),
    ...(cookie.secure === true ? ['Secure'] : []),
  ];
  return { name: 'Set-Cookie', value: flags.join('; ') };
};

const isSetCookie = ({ name }: Header): boolean => name.toLowerCase() === 'set-cookie';

const parseResponseHeaders = (response: Fields): readonly Header[] => {
  const headers = parseHeaders(response.header)
    .filter(({ enabled }) => enabled)
    .map(({ name, value }) => ({ name, value }));
  return headers.some(isSetCookie) ? headers : [...headers, ...getObjects(response, 'cookie').map(setCookie)];
};

const parseBody = (response: Fields, headers: readonly Header[]): ExampleResponse['body'] => {
  const data = getText(response, 'body');
  if (data === '') return null;
  const shown = getText(response, '_postman_previewlanguage').toLowerCase();
  const contentType = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
  return { type: exampleBodyTypes.find((one) => one === shown) ?? getExampleBodyType(contentType), data };
};

const parseStatus = ({ code }: Fields): number | null =>
  typeof code === 'number' && Number.isInteger(code) && code >= 0 && code <= 999 ? code : null;

const parseRequest = (given: unknown): Example['request'] => {
  if (typeof given !== 'string' && !isFields(given)) return null;
  return toExampleRequest(isFields(given) ? given : { url: given });
};

/** Describes the parts of a saved example that Tandem cannot store. */
const describeExampleLosses = (response: Fields, { headers }: ExampleResponse): readonly string[] => {
  const original = getFields(response, 'originalRequest');
  const auth = getText(getFields(original, 'auth'), 'type');
  return [
    ...(headers.some(isSetCookie) ? ['the values of its cookies'] : []),
    ...(auth === '' || auth === 'noauth' ? [] : [`the auth “${auth}”`]),
    ...(getText(getFields(original, 'body'), 'mode') === 'graphql' ? ['its GraphQL query'] : []),
    ...(typeof response.responseTime === 'number' ? ['its response time'] : []),
  ];
};

/** Parses the saved examples of an item, and what is left out of each example. */
const parseExamples = (
  item: Fields,
): readonly { readonly example: Example; readonly lost: readonly string[] }[] =>
  getObjects(item, 'response').map((one) => {
    const headers = parseResponseHeaders(one);
    const response = {
      status: parseStatus(one),
      statusText: getText(one, 'status'),
      headers,
      body: parseBody(one, headers),
    };
    const name = getText(one, 'name').trim() || 'Example';
    const example = { name, description: '', request: parseRequest(one.originalRequest), response };
    return { example, lost: describeExampleLosses(one, response) };
  });

/** Descriptions of `protocolProfileBehavior` settings that Tandem does not have. */
const lostSettings: Readonly<Record<string, string>> = {
  followOriginalHttpMethod: 'that redirects keep the method',
  followAuthorizationHeader: 'that the Authorization header is sent to other hosts after a redirect',
  removeRefererHeaderOnRedirect: 'that redirects are followed without a Referer',
  disabledSystemHeaders: 'the headers that are not sent by themselves',
  disableUrlEncoding: 'that its URL is not encoded',
  insecureFileRead: 'that files outside of the folder are read',
  tlsPreferServerCiphers: 'that the server chooses the cipher',
  tlsDisabledProtocols: 'the versions of TLS that are switched off',
  tlsCipherSelection: 'the ciphers of TLS',
};

const isSet = (value: unknown): boolean =>
  value !== false &&
  value !== null &&
  !(Array.isArray(value) && value.length === 0) &&
  !(isFields(value) && Object.values(value).every((one) => one === false));

/** Settings that are imported, and settings that do not affect what is sent. */
const knownSettings: ReadonlySet<string> = new Set([
  'followRedirects',
  'maxRedirects',
  'strictSSL',
  'disableCookies',
  'disableBodyPruning',
]);

export const describeLostSettings = (item: Fields): readonly string[] =>
  Object.entries(getFields(item, 'protocolProfileBehavior')).flatMap(([key, value]) => {
    if (knownSettings.has(key) || !isSet(value)) return [];
    const what = getOwnValue(lostSettings, key);
    return [`its setting ${key}, ${what ?? `which is ${toText(value).slice(0, 100)}`}`];
  });

const hasContent = (value: unknown): boolean =>
  Array.isArray(value) || isFields(value) ? Object.keys(value).length > 0 : toText(value) !== '';

const modes = new Set(['', 'raw', 'urlencoded', 'formdata', 'file', 'graphql']);

/** Describes the parts of a request that Tandem cannot express. */
const describeRequestLosses = (request: Fields): readonly string[] => {
  const body = getFields(request, 'body');
  const mode = getText(body, 'mode');
  const { proxy, certificate, url } = request;
  const hash = getText(url, 'hash');
  const method = getText(request, 'method').toUpperCase();
  const unused = listUnusedVariables(url);
  return [
    ...(isFields(proxy) && proxy.disabled !== true
      ? [`its proxy ${getText(proxy, 'host')}; set one for the environment or the workspace`]
      : []),
    ...(isFields(certificate)
      ? [
          `its client certificate ${getText(certificate, 'name')}${formatCertificateFiles(
            ['cert', 'key', 'pfx'].map((part) => getFields(certificate, part).src),
          )}; choose its files in the settings of the workspace`,
        ]
      : []),
    ...(mode === '' &&
    ['raw', 'urlencoded', 'formdata', 'file', 'graphql'].some((one) => hasContent(getOwnValue(body, one)))
      ? ['its body, which has no mode, so that Postman does not send it']
      : []),
    ...(modes.has(mode) ? [] : [`its body of the mode “${mode}”`]),
    ...(mode === 'graphql' && method !== '' && method !== 'POST'
      ? [`the method ${method} of its GraphQL query, which is sent with POST`]
      : []),
    ...(unused.length === 0
      ? []
      : [
          `${unused.map((name) => `“${name}”`).join(', ')} of its path variables, which its URL does not have`,
        ]),
    ...(hash === '' ? [] : [`the fragment #${hash} of its URL, which is never sent`]),
  ];
};

const isDescribed = (row: Fields): boolean => {
  const { description } = row;
  return isFields(description) ? getText(description, 'content') !== '' : getText(row, 'description') !== '';
};

const listRows = (item: Fields): readonly Fields[] => {
  const request = getFields(item, 'request');
  const [url, body] = [getFields(request, 'url'), getFields(request, 'body')];
  return [
    ...getObjects(item, 'variable'),
    ...getObjects(request, 'header'),
    ...getObjects(url, 'query'),
    ...getObjects(url, 'variable'),
    ...getObjects(body, 'urlencoded'),
    ...getObjects(body, 'formdata'),
  ];
};

/** Counts the rows of a collection with a description, because Tandem's rows have none. */
export const countDescriptions = (item: Fields): number =>
  listRows(item).filter(isDescribed).length +
  getList(item, 'item')
    .filter(isFields)
    .reduce((sum, one) => sum + countDescriptions(one), 0);

/** Returns the text of a description, which is a string or `{ content }`. */
export const getDescription = (value: Fields): string => {
  const { description } = value;
  return isFields(description) ? getText(description, 'content') : toText(description);
};

/** Converts `protocolProfileBehavior` to settings. */
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

interface ItemContext {
  readonly folder: string;
  /** The request's name in messages. */
  readonly location: string;
  readonly foreign: Foreign;
  /** The auth that the request inherits, in Postman's form. */
  readonly inheritedAuth: unknown;
}

/** Reports the variables of an item, because only folders and the workspace have variables here. */
const describeLostVariables = (item: Fields): readonly string[] =>
  parseRows(item, 'variable').map(
    ({ name }) => `its own variable “${name}”; folders and collections have variables`,
  );

/** Parses a GraphQL body, which may be JSON text or only the query. */
const parseGraphql = (given: Fields): Fields => {
  const { graphql } = getFields(given, 'body');
  if (typeof graphql !== 'string') return isFields(graphql) ? graphql : {};
  try {
    const read = parseJson(graphql);
    if (isFields(read)) return read;
  } catch {
    // The text is not JSON, so it is the query.
  }
  return { query: graphql };
};

/** Fills in the path variables of a URL, for a request that has no rows for them. */
const fillPathParams = (url: string, rows: readonly Pair[]): string =>
  url.replace(/(?<=\/):([^/?#]+)/g, (whole, name: string) => {
    const row = rows.find((one) => one.name === name && one.enabled && one.value !== '');
    return row?.value ?? whole;
  });

const formatExampleCount = (count: number): string =>
  `${count} saved ${count === 1 ? 'example' : 'examples'}`;

const importExamples = (draft: Draft, item: Fields, location: string): readonly Example[] =>
  parseExamples(item).map(({ example, lost }) => {
    for (const what of lost) draft.leaveOut(`${location}/${example.name}`, what);
    return example;
  });

const listItemLosses = (item: Fields, request: Fields): readonly string[] => [
  ...findUnsupportedPostmanAuth(request.auth),
  ...describeLostSettings(item),
  ...describeRequestLosses(request),
  ...describeLostVariables(item),
];

/** Returns the URL of a GraphQL request, which contains its parameters. Reports the rows that are switched off. */
const toGraphqlUrl = (draft: Draft, given: Fields, location: string): string => {
  const { queryParams, pathParams, ...split } = parseUrl(given.url);
  const url = fillPathParams(split.url, pathParams);
  for (const { name } of queryParams.filter(({ enabled }) => !enabled))
    draft.leaveOut(location, `the row “${name}” of its query, which is switched off`);
  const sent = queryParams.filter(({ enabled }) => enabled);
  return sent.length === 0 ? url : `${url}?${sent.map((one) => `${one.name}=${one.value}`).join('&')}`;
};

/** Adds the request of an item. */
export const addPostmanRequest = (
  draft: Draft,
  item: Fields,
  { folder, location, foreign, inheritedAuth }: ItemContext,
): void => {
  const { request } = item;
  const given: Fields = isFields(request) ? request : { url: request };
  const name = getText(item, 'name').trim() || getText(given, 'method') || 'Request';
  const auth = fromPostmanAuth(given.auth);
  if (auth === undefined)
    draft.leaveOut(
      location,
      `the auth “${getText(getFields(given, 'auth'), 'type')}” has no counterpart; its auth is none`,
    );
  for (const what of listItemLosses(item, given)) draft.leaveOut(location, what);
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
  const sentAuth = auth?.type === 'inherit' ? inheritedAuth : given.auth;
  const examples = importExamples(draft, item, location);
  if (getBodyMode(given) === 'graphql') {
    if (examples.length > 0)
      draft.leaveOut(location, `${formatExampleCount(examples.length)}, which GraphQL requests do not have`);
    const graphql = parseGraphql(given);
    draft.addRequest({
      kind: 'graphql',
      ...about,
      ...switchOffReplaced({ headers: parseHeaders(given.header) }, sentAuth),
      url: toGraphqlUrl(draft, given, location),
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
    draft.leaveOut(
      location,
      `its body, which Postman does not send with ${getText(given, 'method') || 'GET'}`,
    );
  const sent = switchOffReplaced(toExampleRequest(given, behavior), sentAuth);
  draft.addRequest({ kind: 'rest', ...about, ...sent, examples });
};
