import { type Auth, type AuthOf, jwtAlgorithms, oauth1Methods } from '../auth/auth.js';
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

/** The non-empty fields: neither undefined nor an empty string. */
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

/** Postman sends an existing token and does not fetch one itself (postman-runtime, `oauth2.js`). */
const toSavedTokenAuth = (given: Fields): Auth => {
  const token = getText(given, 'accessToken');
  if (getText(given, 'addTokenTo') === 'queryParams')
    return { type: 'api-key', name: 'access_token', value: token, in: 'query' };
  const prefix = getText(given, 'headerPrefix').trim() || 'Bearer';
  return prefix === 'Bearer'
    ? { type: 'bearer', token }
    : { type: 'api-key', name: 'Authorization', value: `${prefix} ${token}`, in: 'header' };
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
      const place = getText(one, 'send_as').replace('request_', '');
      return {
        name: getText(one, 'key'),
        value: getText(one, 'value'),
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
  const prefix = getText(given, 'headerPrefix').trim();
  return {
    type: 'jwt',
    algorithm,
    secret: algorithm.startsWith('HS') ? getText(given, 'secret') : getText(given, 'privateKey'),
    claims: getText(given, 'payload') || '{}',
    ...removeEmptyFields({
      header: getText(given, 'header').replace(/^\s*\{\s*\}\s*$/, ''),
      secretIsBase64: isTrue(given, 'isSecretBase64Encoded') ? true : undefined,
      sendIn: getText(given, 'addTokenTo') === 'queryParam' ? ('query' as const) : undefined,
      prefix: prefix === 'Bearer' ? '' : prefix,
      queryName: getText(given, 'queryParamKey') === 'token' ? '' : getText(given, 'queryParamKey'),
    }),
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

/** Names the algorithm of an auth if Tandem does not support it and falls back to another one; empty if it does. */
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

/**
 * The auth of a collection, a folder or a request; inherited if missing.
 * @returns undefined for a kind without a counterpart
 */
export const fromPostmanAuth = (auth: unknown): Auth | undefined => {
  if (!isFields(auth)) return { type: 'inherit' };
  const type = getText(auth, 'type');
  return type === '' ? { type: 'inherit' } : getOwnValue(kinds, type)?.(getParameters(auth, type));
};

type Row = readonly [key: string, value: string | boolean | undefined];

const oauth2Grants = {
  authorization_code: 'authorization_code_with_pkce',
  client_credentials: 'client_credentials',
  password: 'password_credentials',
} as const;

type PostmanAuthRows = readonly [type: string, rows: readonly Row[]] | undefined;

const toOAuth2Rows = (auth: AuthOf<'oauth2'>): PostmanAuthRows => {
  if (auth.grant === 'device_code' || auth.sendIn === 'variable') return undefined;
  const isPlain = auth.grant === 'authorization_code' && auth.pkce === 'none';
  return [
    'oauth2',
    [
      ['grant_type', isPlain ? 'authorization_code' : oauth2Grants[auth.grant]],
      ['accessTokenUrl', auth.accessTokenUrl],
      ['refreshTokenUrl', auth.refreshTokenUrl],
      ['authUrl', auth.authorizationUrl],
      ['redirect_uri', auth.callbackUrl],
      ['clientId', auth.clientId],
      ['clientSecret', auth.clientSecret],
      ['scope', auth.scope],
      ['username', auth.username],
      ['password', auth.password],
      ['client_authentication', auth.clientAuth === 'body' ? 'body' : 'header'],
      ['addTokenTo', auth.sendIn === 'query' ? 'queryParams' : 'header'],
      ['headerPrefix', auth.prefix],
    ],
  ];
};

const toOAuth1Rows = (auth: AuthOf<'oauth1'>): PostmanAuthRows =>
  auth.sendIn === 'body'
    ? undefined
    : [
        'oauth1',
        [
          ['signatureMethod', auth.signatureMethod],
          ['consumerKey', auth.consumerKey],
          ['consumerSecret', auth.consumerSecret],
          ['token', auth.accessToken],
          ['tokenSecret', auth.accessTokenSecret],
          ['privateKey', auth.privateKey],
          ['callback', auth.callbackUrl],
          ['verifier', auth.verifier],
          ['timestamp', auth.timestamp],
          ['nonce', auth.nonce],
          ['version', auth.version],
          ['realm', auth.realm],
          ['addParamsToHeader', auth.sendIn !== 'query'],
          ['includeBodyHash', auth.includeBodyHash],
        ],
      ];

const toAwsV4Rows = (auth: AuthOf<'aws-sigv4'>): PostmanAuthRows => [
  'awsv4',
  [
    ['accessKey', auth.accessKeyId],
    ['secretKey', auth.secretAccessKey],
    ['region', auth.region],
    ['service', auth.service],
    ['sessionToken', auth.sessionToken],
  ],
];

const toLoginRows = ({ username, password }: { readonly username: string; readonly password: string }) =>
  [
    ['username', username],
    ['password', password],
  ] as const;

const toApiKeyRows = (auth: AuthOf<'api-key'>): PostmanAuthRows => [
  'apikey',
  [
    ['key', auth.name],
    ['value', auth.value],
    ['in', auth.in],
  ],
];

const toAuthRows = (auth: Auth): PostmanAuthRows => {
  switch (auth.type) {
    case 'basic':
    case 'digest':
      return [auth.type, toLoginRows(auth)];
    case 'ntlm':
      return ['ntlm', [...toLoginRows(auth), ['domain', auth.domain]]];
    case 'bearer':
      return ['bearer', [['token', auth.token]]];
    case 'api-key':
      return toApiKeyRows(auth);
    case 'aws-sigv4':
      return toAwsV4Rows(auth);
    case 'oauth2':
      return toOAuth2Rows(auth);
    case 'oauth1':
      return toOAuth1Rows(auth);
    default:
      return undefined;
  }
};

/** The auth in Postman's format; undefined for a kind without a counterpart. */
export const toPostmanAuth = (auth: Auth): object | undefined => {
  if (auth.type === 'none') return { type: 'noauth' };
  const found = toAuthRows(auth);
  if (found === undefined) return undefined;
  const [type, rows] = found;
  const given = rows.flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value, type: typeof value }],
  );
  return { type, [type]: given };
};
