import {
  type Auth,
  type Body,
  type GraphqlVariables,
  type MultipartPart,
  oauth1Methods,
  type Pair,
  parseGraphqlVariables,
  type RequestSettings,
} from '@tandem/core';
import { getOwnValue, parseJson, stringifyJson } from '@tandem/core/codec';

import { createCookieKey, type Draft, joinCookieKey } from '../draft.js';
import { splitQuery } from '../query.js';
import {
  commentOutScript,
  type Fields,
  getFields,
  getObjects,
  getText,
  isFields,
  isTrue,
  createPair,
  removeEmptyFields,
  selectBodyHeaders,
  toSendableType,
  toText,
} from '../value.js';
import { describeLostTemplates } from './templates.js';

type OAuth2 = Extract<Auth, { type: 'oauth2' }>;

const parseLogin = (given: Fields) => ({
  username: getText(given, 'username'),
  password: getText(given, 'password'),
});

const grants: Readonly<Record<string, OAuth2['grant']>> = {
  authorization_code: 'authorization_code',
  client_credentials: 'client_credentials',
  password: 'password',
  device_code: 'device_code',
};

const parsePkce = (given: Fields): NonNullable<OAuth2['pkce']> => {
  if (!isTrue(given, 'usePkce')) return 'none';
  return getText(given, 'pkceMethod') === 'plain' ? 'plain' : 'S256';
};

const parseOAuth2 = (given: Fields): Auth | undefined => {
  const grant = getOwnValue(grants, getText(given, 'grantType') || 'authorization_code');
  if (grant === undefined) return undefined;
  // Insomnia sends the audience and the resource with every token request and to the sign-in page.
  const asked = ['audience', 'resource']
    .map((name) => ({ name, value: getText(given, name), enabled: true }))
    .filter(({ value }) => value !== '');
  const hasParameters = asked.length > 0;
  const parameters = {
    authorization: asked.map((one) => ({ ...one, in: 'query' as const })),
    token: asked.map((one) => ({ ...one, in: 'body' as const })),
  };
  return {
    type: 'oauth2',
    grant,
    ...removeEmptyFields({
      accessTokenUrl: getText(given, 'accessTokenUrl'),
      authorizationUrl: getText(given, 'authorizationUrl'),
      callbackUrl: getText(given, 'redirectUrl'),
      clientId: getText(given, 'clientId'),
      clientSecret: getText(given, 'clientSecret'),
      scope: getText(given, 'scope'),
      username: getText(given, 'username'),
      password: getText(given, 'password'),
      prefix: getText(given, 'tokenPrefix'),
    }),
    ...(hasParameters ? { parameters } : {}),
    ...(isTrue(given, 'credentialsInBody') ? { clientAuth: 'body' as const } : {}),
    ...(grant === 'authorization_code' ? { pkce: parsePkce(given) } : {}),
  };
};

const parseOAuth1 = (given: Fields): Auth => ({
  type: 'oauth1',
  signatureMethod: oauth1Methods.find((one) => one === getText(given, 'signatureMethod')) ?? 'HMAC-SHA1',
  consumerKey: getText(given, 'consumerKey'),
  ...removeEmptyFields({
    consumerSecret: getText(given, 'consumerSecret'),
    accessToken: getText(given, 'tokenKey'),
    accessTokenSecret: getText(given, 'tokenSecret'),
    privateKey: getText(given, 'privateKey'),
    callbackUrl: getText(given, 'callback'),
    nonce: getText(given, 'nonce'),
    timestamp: getText(given, 'timestamp'),
    realm: getText(given, 'realm'),
    verifier: getText(given, 'verifier'),
    version: getText(given, 'version'),
    includeBodyHash: isTrue(given, 'includeBodyHash') ? true : undefined,
  }),
});

const parseBearer = (given: Fields): Auth => {
  const prefix = getText(given, 'prefix').trim();
  const token = getText(given, 'token');
  return prefix === '' || prefix === 'Bearer'
    ? { type: 'bearer', token }
    : { type: 'api-key', name: 'Authorization', value: `${prefix} ${token}`, in: 'header' };
};

const authReaders: Readonly<Record<string, (given: Fields) => Auth | undefined>> = {
  none: () => ({ type: 'none' }),
  basic: (given) => ({ type: 'basic', ...parseLogin(given) }),
  bearer: parseBearer,
  apikey: (given) =>
    getText(given, 'addTo') === 'cookie'
      ? createCookieKey(getText(given, 'key'), getText(given, 'value'))
      : {
          type: 'api-key',
          name: getText(given, 'key'),
          value: getText(given, 'value'),
          in: getText(given, 'addTo') === 'queryParams' ? 'query' : 'header',
        },
  digest: (given) => ({ type: 'digest', ...parseLogin(given) }),
  ntlm: (given) => ({ type: 'ntlm', ...parseLogin(given) }),
  iam: (given) => ({
    type: 'aws-sigv4',
    accessKeyId: getText(given, 'accessKeyId'),
    secretAccessKey: getText(given, 'secretAccessKey'),
    region: getText(given, 'region') || 'us-east-1',
    service: getText(given, 'service') || 'execute-api',
    ...removeEmptyFields({
      sessionToken: getText(given, 'sessionToken'),
    }),
  }),
  oauth1: parseOAuth1,
  oauth2: parseOAuth2,
};

/** Describes auth fields that Tandem does not have. */
const describeAuthLosses = (given: unknown): readonly string[] => {
  if (!isFields(given) || isTrue(given, 'disabled')) return [];
  return [
    ...(isTrue(given, 'useISO88591') ? ['the encoding ISO 8859-1 of its login; it is sent as UTF-8'] : []),
    ...(getText(given, 'origin') === '' ? [] : ['the Origin header of its token requests']),
    ...(/^(?:code)?$/.test(getText(given, 'responseType'))
      ? []
      : [`the response type ${getText(given, 'responseType')} of its sign-in`]),
    ...(getText(given, 'state') === ''
      ? []
      : ['the fixed state of its sign-in; a new one is made each time']),
  ];
};

/**
 * Parses the auth of a request or folder. A missing auth is inherited.
 * @returns undefined for a kind of auth that Tandem does not have
 */
const parseInsomniaAuth = (given: unknown): Auth | undefined => {
  if (!isFields(given)) return { type: 'inherit' };
  const type = getText(given, 'type');
  if (type === '') return { type: 'inherit' };
  return isTrue(given, 'disabled') ? { type: 'none' } : getOwnValue(authReaders, type)?.(given);
};

/** Rows of `{ name, value, disabled }`. */
export const parseRows = (value: unknown, key: string): readonly Pair[] =>
  getObjects(value, key)
    .map((one) => createPair(getText(one, 'name'), getText(one, 'value'), !isTrue(one, 'disabled')))
    .filter(({ name }) => name !== '');

const parsePart = (one: Fields): MultipartPart => {
  const name = getText(one, 'name');
  const enabled = !isTrue(one, 'disabled');
  // For a multi-line text, Insomnia stores the media type in `multiline`, or true if there is none.
  const contentType = typeof one.multiline === 'string' ? one.multiline : getText(one, 'contentType');
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
  // A GraphQL body whose variables contain templates is not valid JSON until they are filled in.
  if (/[/+]json\b/i.test(type) || type === 'application/graphql') return { type: 'json', content };
  return { type: 'text', content, ...(type === '' ? {} : { contentType: type }) };
};

/** Parses a GraphQL body; undefined if the text is not a GraphQL body. */
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

/** Turns scripts of a request or folder into comments, because Tandem does not have Insomnia's script API. */
export const commentOutScripts = (
  draft: Draft,
  texts: readonly (readonly [kind: string, text: string])[],
  location: string,
) =>
  texts
    .filter(([, text]) => text.trim() !== '')
    .map(([kind, text]) => {
      draft.leaveOut(location, `its ${kind} does not run here; it is a comment in the script`);
      return commentOutScript(`Insomnia's ${kind}`, text);
    })
    .join('\n');

/**
 * Parses the auth of a folder; undefined if the folder inherits, or if Tandem does not have its kind of auth, which
 * is then reported.
 */
export const parseFolderAuth = (draft: Draft, given: Fields, location: string): Auth | undefined => {
  const auth = parseInsomniaAuth(given.authentication);
  if (auth === undefined)
    draft.leaveOut(
      location,
      `the auth “${getText(getFields(given, 'authentication'), 'type')}” has no counterpart`,
    );
  const { environment, headers, authentication } = given;
  for (const what of [
    ...describeLostTemplates([environment, headers, authentication]),
    ...describeAuthLosses(authentication),
  ])
    draft.leaveOut(location, what);
  return auth;
};

/** Counts a request's rows with a description, because Tandem's rows have none. */
const describeLostDescriptions = (given: Fields): readonly string[] => {
  const count = [
    ...['headers', 'parameters', 'pathParameters'].flatMap((key) => getObjects(given, key)),
    ...getObjects(getFields(given, 'body'), 'params'),
  ].filter((one) => getText(one, 'description').trim() !== '').length;
  return count === 0 ? [] : [`the descriptions of ${count} ${count === 1 ? 'row' : 'rows'}`];
};

/** Request settings that are imported, by their names in format 4. */
const knownSettings = new Set([
  'settingFollowRedirects',
  'settingSendCookies',
  'settingStoreCookies',
  'settingEncodeUrl',
  'settingDisableRenderRequestBody',
  'settingRebuildPath',
  'settingValidateCertificates',
]);

/** Describes request settings that Tandem does not have. */
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

/** Describes the parts of a GraphQL query that are not imported. */
const describeGraphqlLosses = (given: Fields, graphql: Fields): readonly string[] => {
  const method = (getText(given, 'method') || 'POST').toUpperCase();
  return [
    ...(method === 'POST' ? [] : [`the method ${method} of its GraphQL query, which is sent with POST`]),
    ...(graphql.extensions === undefined ? [] : ['the extensions of its GraphQL query']),
  ];
};

/** A request in a form that is common to formats 4 and 5. */
export interface InsomniaRequest {
  readonly given: Fields;
  readonly folder: string;
  /** The request's path in messages. */
  readonly location: string;
  readonly description: string;
  readonly followRedirects: string;
  readonly scripts: readonly (readonly [kind: string, text: string])[];
}

const parseSettings = ({ given, followRedirects }: InsomniaRequest): RequestSettings => ({
  ...(/^(?:on|off)$/.test(followRedirects) ? { followRedirects: followRedirects === 'on' } : {}),
  ...(given.settingSendCookies === false ? { cookies: false } : {}),
  ...(given.settingValidateCertificates === false ? { tls: { verify: false } } : {}),
});

/** Adds rows to the query of a URL. */
const addQueryRows = (url: string, rows: readonly Pair[]): string => {
  const query = rows
    .filter(({ enabled }) => enabled)
    .map(
      ({ name, value }) =>
        `${encodeURIComponent(name)}=${value.includes('{{') ? value : encodeURIComponent(value)}`,
    );
  return query.length === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}${query.join('&')}`;
};

/** Adds a request to the draft. Its texts may still contain Insomnia's templates. */
export const addInsomniaRequest = (draft: Draft, request: InsomniaRequest): void => {
  const { given, folder, location, description } = request;
  const auth = parseInsomniaAuth(given.authentication);
  if (auth === undefined)
    draft.leaveOut(
      location,
      `the auth “${getText(getFields(given, 'authentication'), 'type')}” has no counterpart; its auth is none`,
    );
  for (const what of [
    ...describeLostTemplates(given),
    ...describeAuthLosses(given.authentication),
    ...describeLostSettings(given),
    ...describeLostDescriptions(given),
  ])
    draft.leaveOut(location, what);
  const script = commentOutScripts(draft, request.scripts, location);
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
    for (const what of describeGraphqlLosses(given, graphql)) draft.leaveOut(location, what);
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
    headers: selectBodyHeaders(sent, getText(body, 'mimeType'), headers),
    body: sent,
  });
};
