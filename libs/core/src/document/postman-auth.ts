import { type Auth, jwtAlgorithms, oauth1Methods } from '../auth/auth.js';
import { isJsonObject, stringifyJson } from '../codec/exact-json.js';
import { getOwnValue } from '../codec/own.js';

/** An unvalidated object of a document. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields => isJsonObject(value);

/** The object at `key`, or an empty one. */
export const getFields = (value: unknown, key: string): Fields => {
  const found = isFields(value) ? getOwnValue(value, key) : undefined;
  return isFields(found) ? found : {};
};

/** The value as a string: JSON for a list or an object, empty for undefined and null. */
export const toText = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  if (value instanceof Date) return value.toISOString();
  return stringifyJson(value);
};

export const getText = (value: unknown, key: string): string =>
  toText(isFields(value) ? getOwnValue(value, key) : undefined);

/** The list at `key`, or an empty one. */
export const getList = (value: unknown, key: string): readonly unknown[] => {
  const found = isFields(value) ? getOwnValue(value, key) : undefined;
  return Array.isArray(found) ? found : [];
};

/** The objects in the list at `key`. */
export const getObjects = (value: unknown, key: string): readonly Fields[] =>
  getList(value, key).filter(isFields);

export const isTrue = (value: unknown, key: string): boolean =>
  isFields(value) && getOwnValue(value, key) === true;

/** Removes the fields that are undefined or an empty string. */
export const removeEmptyFields = <A extends Fields>(
  fields: A,
): { readonly [K in keyof A]?: Exclude<A[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')) as {
    readonly [K in keyof A]?: Exclude<A[K], undefined>;
  };

/** Returns the parameters of an auth. They are a list of pairs since collection format 2.1, and an object in older formats. */
const getParameters = (auth: Fields, type: string): Fields => {
  const given = getOwnValue(auth, type);
  if (Array.isArray(given))
    return Object.fromEntries(given.filter(isFields).map((one) => [getText(one, 'key'), one.value]));
  return isFields(given) ? given : {};
};

const pickKnown = <A extends string>(known: readonly A[], wanted: string, fallback: A): A =>
  known.find((one) => one === wanted) ?? fallback;

const grants: Readonly<Record<string, Extract<Auth, { type: 'oauth2' }>['grant']>> = {
  authorization_code: 'authorization_code',
  authorization_code_with_pkce: 'authorization_code',
  password_credentials: 'password',
  client_credentials: 'client_credentials',
};

/** The prefix of a token. An empty one means that the token is sent alone, and a missing one means `Bearer`. */
const getPrefix = ({ headerPrefix }: Fields): string | undefined =>
  typeof headerPrefix === 'string' ? headerPrefix.trim() : undefined;

/** Postman sends an existing token and does not fetch one itself (postman-runtime, `oauth2.js`). */
const toSavedTokenAuth = (given: Fields): Auth => {
  const token = getText(given, 'accessToken');
  if (getText(given, 'addTokenTo') === 'queryParams')
    return { type: 'api-key', name: 'access_token', value: token, in: 'query' };
  const prefix = getPrefix(given) ?? 'Bearer';
  if (prefix === 'Bearer') return { type: 'bearer', token };
  const value = prefix === '' ? token : `${prefix} ${token}`;
  return { type: 'api-key', name: 'Authorization', value, in: 'header' };
};

const getGrant = (given: Fields): string => getText(given, 'grant_type') || 'authorization_code';

/** Whether a token is the only usable part of an OAuth 2 auth. */
const isSavedToken = (given: Fields): boolean =>
  getText(given, 'accessToken') !== '' &&
  (getOwnValue(grants, getGrant(given)) === undefined ||
    ['accessTokenUrl', 'authUrl', 'clientId'].every((field) => getText(given, field) === ''));

const getChallengeMethod = (given: Fields): 'S256' | 'plain' =>
  getText(given, 'challengeAlgorithm') === 'plain' ? 'plain' : 'S256';

const parseOAuth2 = (given: Fields): Auth | undefined => {
  if (isSavedToken(given)) return toSavedTokenAuth(given);
  const wanted = getGrant(given);
  const grant = getOwnValue(grants, wanted);
  if (grant === undefined) return undefined;
  const additional = (key: string) =>
    getObjects(given, key).map((one) => {
      const target = getText(one, 'send_as').replace('request_', '');
      return {
        name: getText(one, 'key'),
        value: getText(one, 'value'),
        enabled: one.enabled !== false,
        in: pickKnown(['header', 'query', 'body'], target === 'url' ? 'query' : target, 'body'),
      };
    });
  const parameters = {
    authorization: additional('authRequestParams'),
    token: additional('tokenRequestParams'),
    refresh: additional('refreshRequestParams'),
  };
  const hasParameters = Object.values(parameters).some((list) => list.length > 0);
  const prefix = getText(given, 'headerPrefix').trim();
  return {
    type: 'oauth2',
    grant,
    ...removeEmptyFields({
      accessTokenUrl: getText(given, 'accessTokenUrl'),
      refreshTokenUrl: getText(given, 'refreshTokenUrl'),
      authorizationUrl: getText(given, 'authUrl'),
      callbackUrl: getText(given, 'redirect_uri'),
      clientId: getText(given, 'clientId'),
      clientSecret: getText(given, 'clientSecret'),
      scope: getText(given, 'scope'),
      username: getText(given, 'username'),
      password: getText(given, 'password'),
      clientAuth: getText(given, 'client_authentication') === 'body' ? ('body' as const) : ('basic' as const),
      sendIn: getText(given, 'addTokenTo') === 'queryParams' ? ('query' as const) : undefined,
      prefix: prefix === 'Bearer' ? '' : prefix,
    }),
    ...(grant === 'authorization_code'
      ? { pkce: wanted.endsWith('pkce') ? getChallengeMethod(given) : ('none' as const) }
      : {}),
    ...(hasParameters ? { parameters } : {}),
  };
};

const toOAuth1 = (given: Fields): Auth => ({
  type: 'oauth1',
  signatureMethod: pickKnown(oauth1Methods, getText(given, 'signatureMethod'), 'HMAC-SHA1'),
  consumerKey: getText(given, 'consumerKey'),
  ...removeEmptyFields({
    consumerSecret: getText(given, 'consumerSecret'),
    accessToken: getText(given, 'token'),
    accessTokenSecret: getText(given, 'tokenSecret'),
    privateKey: getText(given, 'privateKey'),
    callbackUrl: getText(given, 'callback'),
    verifier: getText(given, 'verifier'),
    timestamp: getText(given, 'timestamp'),
    nonce: getText(given, 'nonce'),
    version: getText(given, 'version'),
    realm: getText(given, 'realm'),
    sendIn: isTrue(given, 'addParamsToHeader') ? undefined : ('query' as const),
    includeBodyHash: isTrue(given, 'includeBodyHash') ? true : undefined,
  }),
});

/** Postman signs only if there is a consumer key and a signing key or secret (postman-runtime, `oauth1.js`). */
const parseOAuth1 = (given: Fields): Auth => {
  const signer = getText(given, 'signatureMethod').startsWith('RSA') ? 'privateKey' : 'consumerSecret';
  const isComplete = ['consumerKey', signer].every((field) => getText(given, field) !== '');
  return isComplete ? toOAuth1(given) : { type: 'none' };
};

const parseJwt = (given: Fields): Auth => {
  const algorithm = pickKnown(jwtAlgorithms, getText(given, 'algorithm'), 'HS256');
  const secret = getText(given, algorithm.startsWith('HS') ? 'secret' : 'privateKey');
  // Postman sends such a request without a token (postman-runtime, `jwt.js`).
  if (secret === '') return { type: 'none' };
  const prefix = getPrefix(given);
  const isInQuery = getText(given, 'addTokenTo') === 'queryParam';
  return {
    type: 'jwt',
    algorithm,
    secret,
    claims: getText(given, 'payload') || '{}',
    ...removeEmptyFields({
      header: getText(given, 'header').replace(/^\s*\{\s*\}\s*$/, ''),
      secretIsBase64: isTrue(given, 'isSecretBase64Encoded') ? true : undefined,
      sendIn: isInQuery ? ('query' as const) : undefined,
      queryName: isInQuery ? getText(given, 'queryParamKey') || 'token' : undefined,
    }),
    ...(prefix === undefined || prefix === 'Bearer' ? {} : { prefix }),
  };
};

const parseLogin = (given: Fields) => ({
  username: getText(given, 'username'),
  password: getText(given, 'password'),
});

const kinds: Readonly<Record<string, (given: Fields) => Auth | undefined>> = {
  noauth: () => ({ type: 'none' }),
  basic: (given) => ({ type: 'basic', ...parseLogin(given) }),
  bearer: (given) => ({ type: 'bearer', token: getText(given, 'token') }),
  apikey: (given) => ({
    type: 'api-key',
    name: getText(given, 'key'),
    value: toText(given.value),
    in: getText(given, 'in') === 'query' ? 'query' : 'header',
  }),
  digest: (given) => ({ type: 'digest', ...parseLogin(given) }),
  ntlm: (given) => ({
    type: 'ntlm',
    ...parseLogin(given),
    ...removeEmptyFields({ domain: getText(given, 'domain') }),
  }),
  awsv4: (given) => ({
    type: 'aws-sigv4',
    accessKeyId: getText(given, 'accessKey'),
    secretAccessKey: getText(given, 'secretKey'),
    region: getText(given, 'region') || 'us-east-1',
    service: getText(given, 'service') || 'execute-api',
    ...removeEmptyFields({ sessionToken: getText(given, 'sessionToken') }),
  }),
  oauth1: parseOAuth1,
  oauth2: parseOAuth2,
  jwt: parseJwt,
};

/** The fields of each Postman auth that have no counterpart in Tandem. */
const unsupportedFields: Readonly<Record<string, readonly string[]>> = {
  digest: [
    'realm',
    'nonce',
    'algorithm',
    'qop',
    'nonceCount',
    'clientNonce',
    'opaque',
    'disableRetryRequest',
  ],
  ntlm: ['workstation', 'disableRetryRequest'],
  awsv4: ['addAuthDataToQuery'],
  oauth1: ['addEmptyParamsToSign', 'disableHeaderEncoding'],
  oauth2: ['state', 'audience', 'resource', 'code_verifier'],
};

const isFilled = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && value !== false;

/** Describes the algorithm of an auth that Tandem replaces because it does not support it. Empty if the algorithm is supported. */
const findUnsupportedAlgorithm = (given: Fields, type: string): readonly string[] => {
  const [field, known] =
    type === 'jwt' ? (['algorithm', jwtAlgorithms] as const) : (['signatureMethod', oauth1Methods] as const);
  const wanted = getText(given, field);
  return (type === 'jwt' || type === 'oauth1') && wanted !== '' && !known.some((one) => one === wanted)
    ? [`the algorithm ${wanted} of its auth “${type}”`]
    : [];
};

/** The filled-in fields of an auth that have no counterpart. */
export const findUnsupportedPostmanAuth = (auth: unknown): readonly string[] => {
  if (!isFields(auth)) return [];
  const type = getText(auth, 'type');
  const given = getParameters(auth, type);
  const fields = (getOwnValue(unsupportedFields, type) ?? []).filter((field) =>
    isFilled(getOwnValue(given, field)),
  );
  const hasToken = type === 'oauth2' && getText(given, 'accessToken') !== '' && !isSavedToken(given);
  return [
    ...(fields.length === 0 ? [] : [`${fields.join(', ')} of its auth “${type}”`]),
    ...findUnsupportedAlgorithm(given, type),
    ...(hasToken ? ['the access token that it has; it signs in for a new one'] : []),
  ];
};

/** A header, in lowercase, and a query parameter that an auth sets. */
export interface AuthTargets {
  readonly header?: string;
  readonly query?: string;
}

const authorization: AuthTargets = { header: 'authorization' };

const getApiKeyTargets = (given: Fields): AuthTargets => {
  const name = getText(given, 'key');
  if (name === '') return {};
  return getText(given, 'in') === 'query' ? { query: name } : { header: name.trim().toLowerCase() };
};

const getJwtTargets = (given: Fields): AuthTargets => {
  const auth = parseJwt(given);
  if (auth.type !== 'jwt') return {};
  return auth.sendIn === 'query' && auth.queryName !== undefined ? { query: auth.queryName } : authorization;
};

const hasText = (given: Fields, field: string): boolean => getText(given, field) !== '';

const targetsByKind: Readonly<Record<string, (given: Fields) => AuthTargets>> = {
  basic: () => authorization,
  bearer: (given) => (hasText(given, 'token') ? authorization : {}),
  apikey: getApiKeyTargets,
  digest: () => authorization,
  ntlm: () => authorization,
  awsv4: () => authorization,
  oauth1: (given) => (parseOAuth1(given).type === 'none' ? {} : authorization),
  oauth2: (given) => (hasText(given, 'accessToken') ? { ...authorization, query: 'access_token' } : {}),
  jwt: getJwtTargets,
};

/**
 * Finds the headers and parameters of a request that Postman replaces with those of its auth. Unlike in Tandem, an auth takes precedence
 * over a header or a parameter of the same name (postman-runtime, `lib/authorizer`).
 */
export const findReplacedByPostmanAuth = (auth: unknown): AuthTargets => {
  const type = getText(auth, 'type');
  return isFields(auth) ? (getOwnValue(targetsByKind, type)?.(getParameters(auth, type)) ?? {}) : {};
};

/**
 * The auth of a collection, a folder or a request; inherited if missing.
 * @returns undefined for a kind without a counterpart
 */
export const fromPostmanAuth = (auth: unknown): Auth | undefined => {
  if (!isFields(auth)) return { type: 'inherit' };
  const type = getText(auth, 'type');
  return type === '' ? { type: 'inherit' } : getOwnValue(kinds, type)?.(getParameters(auth, type));
};
