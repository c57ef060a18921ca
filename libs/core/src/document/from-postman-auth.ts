import { getOwnValue } from '../codec/own.js';
import type { Auth } from '../auth/auth.js';
import { jwtAlgorithms } from '../auth/jwt.js';
import { oauth1Methods } from '../auth/oauth1.js';
import { type Fields, isFields, isTrue, objectsAt, removeEmptyFields, textAt, textOf } from './fields.js';

/** The parameters of an auth: a list of pairs since collection format 2.1, before that an object. */
const parametersOf = (auth: Fields, type: string): Fields => {
  const given = getOwnValue(auth, type);
  if (Array.isArray(given))
    return Object.fromEntries(given.filter(isFields).map((one) => [textAt(one, 'key'), one.value]));
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

/** Postman sends an existing token and does not fetch one itself (postman-runtime, `oauth2.js`). */
const toSavedTokenAuth = (given: Fields): Auth => {
  const token = textAt(given, 'accessToken');
  if (textAt(given, 'addTokenTo') === 'queryParams')
    return { type: 'api-key', name: 'access_token', value: token, in: 'query' };
  const prefix = textAt(given, 'headerPrefix').trim() || 'Bearer';
  return prefix === 'Bearer'
    ? { type: 'bearer', token }
    : { type: 'api-key', name: 'Authorization', value: `${prefix} ${token}`, in: 'header' };
};

const grantOf = (given: Fields): string => textAt(given, 'grant_type') || 'authorization_code';

/** Whether a token is the only usable part of an OAuth 2 auth. */
const isSavedToken = (given: Fields): boolean =>
  textAt(given, 'accessToken') !== '' &&
  (getOwnValue(grants, grantOf(given)) === undefined ||
    ['accessTokenUrl', 'authUrl', 'clientId'].every((field) => textAt(given, field) === ''));

const challengeOf = (given: Fields): 'S256' | 'plain' =>
  textAt(given, 'challengeAlgorithm') === 'plain' ? 'plain' : 'S256';

const oauth2 = (given: Fields): Auth | undefined => {
  if (isSavedToken(given)) return toSavedTokenAuth(given);
  const wanted = grantOf(given);
  const grant = getOwnValue(grants, wanted);
  if (grant === undefined) return undefined;
  const additional = (key: string) =>
    objectsAt(given, key).map((one) => {
      const place = textAt(one, 'send_as').replace('request_', '');
      return {
        name: textAt(one, 'key'),
        value: textAt(one, 'value'),
        enabled: one.enabled !== false,
        in: pickKnown(['header', 'query', 'body'], place === 'url' ? 'query' : place, 'body'),
      };
    });
  const parameters = {
    authorization: additional('authRequestParams'),
    token: additional('tokenRequestParams'),
    refresh: additional('refreshRequestParams'),
  };
  const hasParameters = Object.values(parameters).some((list) => list.length > 0);
  const prefix = textAt(given, 'headerPrefix').trim();
  return {
    type: 'oauth2',
    grant,
    ...removeEmptyFields({
      accessTokenUrl: textAt(given, 'accessTokenUrl'),
      refreshTokenUrl: textAt(given, 'refreshTokenUrl'),
      authorizationUrl: textAt(given, 'authUrl'),
      callbackUrl: textAt(given, 'redirect_uri'),
      clientId: textAt(given, 'clientId'),
      clientSecret: textAt(given, 'clientSecret'),
      scope: textAt(given, 'scope'),
      username: textAt(given, 'username'),
      password: textAt(given, 'password'),
      clientAuth: textAt(given, 'client_authentication') === 'body' ? ('body' as const) : ('basic' as const),
      sendIn: textAt(given, 'addTokenTo') === 'queryParams' ? ('query' as const) : undefined,
      prefix: prefix === 'Bearer' ? '' : prefix,
    }),
    ...(grant === 'authorization_code'
      ? { pkce: wanted.endsWith('pkce') ? challengeOf(given) : ('none' as const) }
      : {}),
    ...(hasParameters ? { parameters } : {}),
  };
};

const toOAuth1 = (given: Fields): Auth => ({
  type: 'oauth1',
  signatureMethod: pickKnown(oauth1Methods, textAt(given, 'signatureMethod'), 'HMAC-SHA1'),
  consumerKey: textAt(given, 'consumerKey'),
  ...removeEmptyFields({
    consumerSecret: textAt(given, 'consumerSecret'),
    accessToken: textAt(given, 'token'),
    accessTokenSecret: textAt(given, 'tokenSecret'),
    privateKey: textAt(given, 'privateKey'),
    callbackUrl: textAt(given, 'callback'),
    verifier: textAt(given, 'verifier'),
    timestamp: textAt(given, 'timestamp'),
    nonce: textAt(given, 'nonce'),
    version: textAt(given, 'version'),
    realm: textAt(given, 'realm'),
    sendIn: isTrue(given, 'addParamsToHeader') ? undefined : ('query' as const),
    includeBodyHash: isTrue(given, 'includeBodyHash') ? true : undefined,
  }),
});

/** Postman signs nothing without a consumer key and a signing key or secret (postman-runtime, `oauth1.js`). */
const oauth1 = (given: Fields): Auth => {
  const signer = textAt(given, 'signatureMethod').startsWith('RSA') ? 'privateKey' : 'consumerSecret';
  const isComplete = ['consumerKey', signer].every((field) => textAt(given, field) !== '');
  return isComplete ? toOAuth1(given) : { type: 'none' };
};

const jwt = (given: Fields): Auth => {
  const algorithm = pickKnown(jwtAlgorithms, textAt(given, 'algorithm'), 'HS256');
  const prefix = textAt(given, 'headerPrefix').trim();
  return {
    type: 'jwt',
    algorithm,
    secret: algorithm.startsWith('HS') ? textAt(given, 'secret') : textAt(given, 'privateKey'),
    claims: textAt(given, 'payload') || '{}',
    ...removeEmptyFields({
      header: textAt(given, 'header').replace(/^\s*\{\s*\}\s*$/, ''),
      secretIsBase64: isTrue(given, 'isSecretBase64Encoded') ? true : undefined,
      sendIn: textAt(given, 'addTokenTo') === 'queryParam' ? ('query' as const) : undefined,
      prefix: prefix === 'Bearer' ? '' : prefix,
      queryName: textAt(given, 'queryParamKey') === 'token' ? '' : textAt(given, 'queryParamKey'),
    }),
  };
};

const login = (given: Fields) => ({
  username: textAt(given, 'username'),
  password: textAt(given, 'password'),
});

const kinds: Readonly<Record<string, (given: Fields) => Auth | undefined>> = {
  noauth: () => ({ type: 'none' }),
  basic: (given) => ({ type: 'basic', ...login(given) }),
  bearer: (given) => ({ type: 'bearer', token: textAt(given, 'token') }),
  apikey: (given) => ({
    type: 'api-key',
    name: textAt(given, 'key'),
    value: textOf(given.value),
    in: textAt(given, 'in') === 'query' ? 'query' : 'header',
  }),
  digest: (given) => ({ type: 'digest', ...login(given) }),
  ntlm: (given) => ({
    type: 'ntlm',
    ...login(given),
    ...removeEmptyFields({ domain: textAt(given, 'domain') }),
  }),
  awsv4: (given) => ({
    type: 'aws-sigv4',
    accessKeyId: textAt(given, 'accessKey'),
    secretAccessKey: textAt(given, 'secretKey'),
    region: textAt(given, 'region') || 'us-east-1',
    service: textAt(given, 'service') || 'execute-api',
    ...removeEmptyFields({ sessionToken: textAt(given, 'sessionToken') }),
  }),
  oauth1,
  oauth2,
  jwt,
};

/** Fields of each auth kind that its counterpart does not support. */
const lostFields: Readonly<Record<string, readonly string[]>> = {
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

/** An auth's unknown algorithm, which another one replaces. */
const findLostAlgorithm = (given: Fields, type: string): readonly string[] => {
  const [field, known] =
    type === 'jwt' ? (['algorithm', jwtAlgorithms] as const) : (['signatureMethod', oauth1Methods] as const);
  const wanted = textAt(given, field);
  return (type === 'jwt' || type === 'oauth1') && wanted !== '' && !known.some((one) => one === wanted)
    ? [`the algorithm ${wanted} of its auth “${type}”`]
    : [];
};

/** The filled-in fields of an auth that have no counterpart. */
export const findLostPostmanAuth = (auth: unknown): readonly string[] => {
  if (!isFields(auth)) return [];
  const type = textAt(auth, 'type');
  const given = parametersOf(auth, type);
  const fields = (getOwnValue(lostFields, type) ?? []).filter((field) => isFilled(getOwnValue(given, field)));
  const hasToken = type === 'oauth2' && textAt(given, 'accessToken') !== '' && !isSavedToken(given);
  return [
    ...(fields.length === 0 ? [] : [`${fields.join(', ')} of its auth “${type}”`]),
    ...findLostAlgorithm(given, type),
    ...(hasToken ? ['the access token that it has; it signs in for a new one'] : []),
  ];
};

/**
 * The auth of a collection, a folder or a request. If missing, it is inherited.
 * @returns undefined for a kind that has no counterpart
 */
export const authFromPostman = (auth: unknown): Auth | undefined => {
  if (!isFields(auth)) return { type: 'inherit' };
  const type = textAt(auth, 'type');
  return type === '' ? { type: 'inherit' } : getOwnValue(kinds, type)?.(parametersOf(auth, type));
};
