import { integer, Json, oneOf, struct, t, taggedUnion, withDefault } from '../codec/index.js';
import { isOrdinaryText } from '../secrets/shape.js';

/** How a JSON Web Token is signed (RFC 7518, section 3.1; RFC 8037). */
export const jwtAlgorithms = [
  'HS256',
  'HS384',
  'HS512',
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
] as const;

/** The fields of a JSON Web Token signed for each request. All strings may contain `{{variables}}`. */
export const jwtFields = [
  {
    algorithm: oneOf(...jwtAlgorithms),
    /** A shared secret, or a private key in PEM. */
    secret: t.string,
    /** A JSON object. */
    claims: t.string,
  },
  {
    /** A JSON object, added to the token's header. */
    header: t.string,
    /** Whether the shared secret is Base64-encoded; default false. */
    secretIsBase64: t.boolean,
    /** Seconds until the token expires: adds `iat` and `exp` to the claims. */
    expiresIn: integer(1, 31_536_000),
    /** Where the token is sent; default `header`. */
    sendIn: oneOf('header', 'query'),
    /** The prefix of the token in the Authorization header, by default `Bearer`. */
    prefix: t.string,
    /** The name of the query parameter, by default `access_token`. */
    queryName: t.string,
  },
] as const;

/** How OAuth 1.0 signs a request (RFC 5849, section 3.4). The SHA-2 methods are common but not standardized. */
export const oauth1Methods = [
  'HMAC-SHA1',
  'HMAC-SHA256',
  'HMAC-SHA512',
  'RSA-SHA1',
  'RSA-SHA256',
  'RSA-SHA512',
  'PLAINTEXT',
] as const;
/** An OAuth 1.0 signature method. */
export type OAuth1Method = (typeof oauth1Methods)[number];

/** The parts of a request that can carry OAuth 1.0 parameters (RFC 5849, section 3.5). */
export const oauth1Locations = ['header', 'query', 'body'] as const;

/** The fields of OAuth 1.0. All strings may contain `{{variables}}`. */
export const oauth1Fields = [
  { signatureMethod: oneOf(...oauth1Methods), consumerKey: t.string },
  {
    consumerSecret: t.string,
    accessToken: t.string,
    accessTokenSecret: t.string,
    /** PEM, for the RSA methods. */
    privateKey: t.string,
    /** The private key file in the workspace folder, if `privateKey` is not set. */
    privateKeyFile: t.string,
    /** Sent when requesting temporary credentials (RFC 5849, section 2.1). */
    callbackUrl: t.string,
    /** Sent when requesting token credentials (RFC 5849, section 2.3). */
    verifier: t.string,
    /** Seconds since 1970; default: the current time. */
    timestamp: t.string,
    /** Default: a new random value for each request. */
    nonce: t.string,
    /** Default `1.0`. */
    version: t.string,
    realm: t.string,
    /** Where the parameters are sent; default `header`. */
    sendIn: oneOf(...oauth1Locations),
    /** Whether the hash of a non-form body is signed as `oauth_body_hash`; default false. */
    includeBodyHash: t.boolean,
  },
] as const;

/** How a token is obtained (RFC 6749, section 4, and RFC 8628). */
export const oauth2Grants = ['client_credentials', 'password', 'authorization_code', 'device_code'] as const;

/** How a client authenticates to the authorization server (RFC 6749, section 2.3, and RFC 7523). */
export const oauth2ClientAuths = ['basic', 'body', 'private_key_jwt', 'none'] as const;

/** The default redirect URL. */
export const defaultCallbackUrl = 'http://127.0.0.1:4004/callback';

/** A non-standard parameter. In a request that the browser makes, it can only be in the query. */
export const OAuth2Parameter = struct('a parameter { name, value, enabled?, in? }', {
  name: t.string,
  value: t.string,
  enabled: withDefault(t.boolean, true),
  in: withDefault(oneOf('header', 'query', 'body'), 'body'),
});
export type OAuth2Parameter = t.TypeOf<typeof OAuth2Parameter>;

const parameters = t.readonlyArray(OAuth2Parameter, 'a list of parameters');

/** Additional parameters for each request to the authorization server. */
const OAuth2Parameters = struct(
  'parameters { authorization?, token?, refresh? }',
  {},
  { authorization: parameters, token: parameters, refresh: parameters },
);

/** The fields of OAuth 2.0. All strings may contain `{{variables}}`. */
export const oauth2Fields = [
  { grant: oneOf(...oauth2Grants) },
  {
    accessTokenUrl: t.string,
    clientId: t.string,
    clientSecret: t.string,
    /** The issuer whose metadata provides the URLs that are not set (RFC 8414, OpenID Connect Discovery 1.0). */
    issuer: t.string,
    scope: t.string,
    /** Default: `accessTokenUrl`. */
    refreshTokenUrl: t.string,
    authorizationUrl: t.string,
    deviceAuthorizationUrl: t.string,
    /** A loopback redirect URL. */
    callbackUrl: t.string,
    /** Default `basic`, or `none` without a secret. */
    clientAuth: oneOf(...oauth2ClientAuths),
    /** PEM (PKCS #8), for `private_key_jwt`. */
    privateKey: t.string,
    username: t.string,
    password: t.string,
    /** Proof Key for Code Exchange (RFC 7636); default `S256`. */
    pkce: oneOf('S256', 'plain', 'none'),
    parameters: OAuth2Parameters,
    /** Where the token is sent; default `header`. With `variable`, it is not added: the request contains the variable itself. */
    sendIn: oneOf('header', 'query', 'variable'),
    /** The prefix of the token in the Authorization header, by default `Bearer`. */
    prefix: t.string,
    /** The name of the query parameter, by default `access_token`. */
    queryName: t.string,
    /** The name of the variable, by default `access_token`. */
    variableName: t.string,
    /** Bruno's name for the token in `{{$oauth2.<id>.access_token}}`, by default `credentials`. */
    tokenId: t.string,
    /** Which token is sent; default `access_token`. */
    token: oneOf('access_token', 'id_token'),
    /** Whether a missing token is fetched when a request is sent; default true. */
    autoFetch: t.boolean,
    /** Whether an expired token is refreshed when a request is sent; default true. */
    autoRefresh: t.boolean,
  },
] as const;

/** OAuth 2.0 as configured on a request or folder. */
export const OAuth2Config = struct('OAuth 2.0', oauth2Fields[0], oauth2Fields[1]);
export type OAuth2Config = t.TypeOf<typeof OAuth2Config>;

/** A token, as an authorization server returned it. Times are ISO 8601 in UTC. */
export const AuthToken = struct(
  'a token',
  {
    /** Identifies the configuration that the token was fetched with, without its secrets. */
    key: t.string,
    /** A readable description of that configuration. */
    label: t.string,
    accessToken: t.string,
    obtainedAt: t.string,
  },
  { refreshToken: t.string, idToken: t.string, expiresAt: t.string, scope: t.string },
);
export type AuthToken = t.TypeOf<typeof AuthToken>;

/** The secret values of a token, with the names that replace them in redacted text. */
export const listTokenSecrets = ({
  accessToken,
  refreshToken,
  idToken,
}: Pick<AuthToken, 'accessToken' | 'refreshToken' | 'idToken'>): readonly {
  readonly name: string;
  readonly value: string;
}[] =>
  [
    { name: 'access_token', value: accessToken },
    { name: 'refresh_token', value: refreshToken ?? '' },
    { name: 'id_token', value: idToken ?? '' },
    // Ordinary text is not redacted even if a server uses it as a token, because people write the same words.
  ].filter(({ value }) => value !== '' && !isOrdinaryText(value));

/** The authentication of a request, or of the requests of a folder. */
export const Auth = taggedUnion('an auth', 'type', {
  none: [{}, {}],
  /** Uses the auth of the nearest folder that has one. */
  inherit: [{}, {}],
  basic: [{ username: t.string, password: t.string }, {}],
  bearer: [{ token: t.string }, {}],
  'api-key': [
    { name: t.string, value: t.string, in: t.keyof({ header: null, query: null }, 'header or query') },
    {},
  ],
  oauth2: oauth2Fields,
  jwt: jwtFields,
  digest: [{ username: t.string, password: t.string }, {}],
  wsse: [{ username: t.string, password: t.string }, {}],
  /** AWS Signature Version 4. */
  'aws-sigv4': [
    { accessKeyId: t.string, secretAccessKey: t.string, region: t.string, service: t.string },
    { sessionToken: t.string },
  ],
  oauth1: oauth1Fields,
  /** The domain can also precede the user: `DOMAIN\\user`. */
  ntlm: [{ username: t.string, password: t.string }, { domain: t.string }],
  /**
   * An auth kind in a workspace folder that Tandem does not know. The file keeps it, and Tandem refuses to send the request, because the
   * auth would be missing.
   */
  unsupported: [{ name: t.string, content: Json }, {}],
});
export type Auth = t.TypeOf<typeof Auth>;

/** A kind of auth, such as `bearer`. */
export type AuthKind = Auth['type'];

/** The auth of one kind. */
export type AuthOf<K extends AuthKind> = Extract<Auth, { readonly type: K }>;

/** The fields of each kind of auth that hold secrets. */
export const secretAuthFields: { readonly [K in AuthKind]: readonly (keyof AuthOf<K> & string)[] } = {
  none: [],
  inherit: [],
  basic: ['password'],
  bearer: ['token'],
  'api-key': ['value'],
  oauth2: ['clientSecret', 'privateKey', 'password'],
  jwt: ['secret'],
  digest: ['password'],
  wsse: ['password'],
  'aws-sigv4': ['secretAccessKey', 'sessionToken'],
  oauth1: ['consumerSecret', 'accessToken', 'accessTokenSecret', 'privateKey'],
  ntlm: ['password'],
  unsupported: [],
};

/** Lists the values of an auth's secret fields, without empty ones. */
export const listSecretAuthValues = <K extends AuthKind>(auth: AuthOf<K>): readonly string[] =>
  secretAuthFields[auth.type].flatMap((field) => {
    const value: unknown = (auth as Readonly<Record<string, unknown>>)[field];
    return typeof value === 'string' && value !== '' ? [value] : [];
  });

/** An auth that is applied to each request once the request's bytes are known. Its variables are filled in. */
export type OutgoingAuth = AuthOf<'aws-sigv4' | 'digest' | 'ntlm' | 'oauth1' | 'wsse'>;

const getAuthorizationHeader = (): string => 'authorization';
const omitHeader = (): undefined => undefined;
const getTokenHeader = ({
  sendIn,
}: {
  readonly sendIn?: 'header' | 'query' | 'body' | 'variable';
}): string | undefined => ((sendIn ?? 'header') === 'header' ? 'authorization' : undefined);

const headers: { readonly [K in AuthKind]: (auth: AuthOf<K>) => string | undefined } = {
  none: omitHeader,
  inherit: omitHeader,
  basic: getAuthorizationHeader,
  bearer: getAuthorizationHeader,
  'api-key': (auth) => (auth.in === 'header' ? auth.name.trim().toLowerCase() : undefined),
  oauth2: getTokenHeader,
  jwt: getTokenHeader,
  digest: getAuthorizationHeader,
  wsse: () => 'x-wsse',
  'aws-sigv4': getAuthorizationHeader,
  oauth1: getTokenHeader,
  ntlm: getAuthorizationHeader,
  unsupported: omitHeader,
};

/** The header that an auth sets, in lowercase. */
export const getAuthHeader = (auth: Auth): string | undefined =>
  (headers[auth.type] as (auth: Auth) => string | undefined)(auth);
