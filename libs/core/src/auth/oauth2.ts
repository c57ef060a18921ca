import { withDefault, oneOf, struct, t } from '../codec/index.js';
import { isOrdinaryText } from '../secrets/shape.js';

/** How a token is obtained (RFC 6749, section 4, and RFC 8628). */
export const oauth2Grants = ['client_credentials', 'password', 'authorization_code', 'device_code'] as const;

/** How a client authenticates to the authorization server (RFC 6749, section 2.3, and RFC 7523). */
export const oauth2ClientAuths = ['basic', 'body', 'private_key_jwt', 'none'] as const;

/** Where the browser comes back to if the settings do not say it. */
export const defaultCallbackUrl = 'http://127.0.0.1:4004/callback';

/** A parameter in addition to those of the standard. Requests of the browser have a query only. */
export const OAuth2Parameter = struct('a parameter { name, value, enabled?, in? }', {
  name: t.string,
  value: t.string,
  enabled: withDefault(t.boolean, true),
  in: withDefault(oneOf('header', 'query', 'body'), 'body'),
});
export type OAuth2Parameter = t.TypeOf<typeof OAuth2Parameter>;

const parameters = t.readonlyArray(OAuth2Parameter, 'a list of parameters');

/** The additional parameters of each request to the authorization server. */
const OAuth2Parameters = struct(
  'parameters { authorization?, token?, refresh? }',
  {},
  { authorization: parameters, token: parameters, refresh: parameters },
);

/** The fields of OAuth 2.0; all texts may hold `{{variables}}`. */
export const oauth2Fields = [
  { grant: oneOf(...oauth2Grants) },
  {
    accessTokenUrl: t.string,
    clientId: t.string,
    clientSecret: t.string,
    /** Where the URLs are discovered that are not set (RFC 8414, OpenID Connect Discovery 1.0). */
    issuer: t.string,
    scope: t.string,
    /** Default: `accessTokenUrl`. */
    refreshTokenUrl: t.string,
    authorizationUrl: t.string,
    deviceAuthorizationUrl: t.string,
    /** A URL on loopback where the browser comes back to. */
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
    /** Where the token is sent; default `header`. A `variable` is filled in wherever the request names it. */
    sendIn: oneOf('header', 'query', 'variable'),
    /** The word before the token in the Authorization header, by default `Bearer`. */
    prefix: t.string,
    /** The name of the query parameter, by default `access_token`. */
    queryName: t.string,
    /** The name of the variable, by default `access_token`. */
    variableName: t.string,
    /** What Bruno calls the token in `{{$oauth2.<id>.access_token}}`, by default `credentials`. */
    tokenId: t.string,
    /** Which token is sent; default `access_token`. */
    token: oneOf('access_token', 'id_token'),
    /** Whether a missing token is fetched when a request is sent; default true. */
    autoFetch: t.boolean,
    /** Whether an expired token is refreshed when a request is sent; default true. */
    autoRefresh: t.boolean,
  },
] as const;

/** OAuth 2.0 as a request or folder says it. */
export const OAuth2Config = struct('OAuth 2.0', oauth2Fields[0], oauth2Fields[1]);
export type OAuth2Config = t.TypeOf<typeof OAuth2Config>;

/** What an authorization server gave. Times are ISO 8601 in UTC. */
export const AuthToken = struct(
  'a token',
  {
    /** Identifies the configuration that it was fetched with, without its secrets. */
    key: t.string,
    /** What it was fetched with, for people. */
    label: t.string,
    accessToken: t.string,
    obtainedAt: t.string,
  },
  { refreshToken: t.string, idToken: t.string, expiresAt: t.string, scope: t.string },
);
export type AuthToken = t.TypeOf<typeof AuthToken>;

/** The secrets of a token, by the names that are shown in their place. */
export const secretsOfToken = ({
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
