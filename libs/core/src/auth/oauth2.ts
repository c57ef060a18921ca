import { withDefault, oneOf, struct, t } from '../codec/index.js';
import { isOrdinaryText } from '../secrets/shape.js';

/** How a token is obtained (RFC 6749, section 4, and RFC 8628). */
export const oauth2Grants = ['client_credentials', 'password', 'authorization_code', 'device_code'] as const;

/** How a client authenticates to the authorization server (RFC 6749, section 2.3, and RFC 7523). */
export const oauth2ClientAuths = ['basic', 'body', 'private_key_jwt', 'none'] as const;

/** The default redirect URL. */
export const defaultCallbackUrl = 'http://127.0.0.1:4004/callback';

/** A non-standard parameter. Browser requests only have a query. */
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
    /** Where to discover URLs that are not set (RFC 8414, OpenID Connect Discovery 1.0). */
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
    /** Where the token is sent; default `header`. A `variable` is filled in wherever the request uses it. */
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

/** What an authorization server returned. Times are ISO 8601 in UTC. */
export const AuthToken = struct(
  'a token',
  {
    /** Identifies the configuration the token was fetched with, without its secrets. */
    key: t.string,
    /** A readable description of that configuration. */
    label: t.string,
    accessToken: t.string,
    obtainedAt: t.string,
  },
  { refreshToken: t.string, idToken: t.string, expiresAt: t.string, scope: t.string },
);
export type AuthToken = t.TypeOf<typeof AuthToken>;

/** The secrets of a token, by the names shown in their place. */
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
    // What a server calls a token hides nothing that people write.
  ].filter(({ value }) => value !== '' && !isOrdinaryText(value));
