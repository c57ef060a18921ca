import { createHash } from 'node:crypto';
import type { AuthStep, AuthToken, OAuth2Config, SendTokenRequest, TokenCall } from '@tandem/core';
import { compactVerify, decodeJwt, decodeProtectedHeader } from 'jose';
import * as oauth from 'oauth4webapi';
import { createClient, createClientAuth, createFetchOptions } from './client.js';
import { createAuthFailure, OAuthFailure } from './fault.js';
import type { Server } from './server.js';
import { createDiscoveryFetch, createTokenFetch, isEncrypted, type RawTokenResponse } from './token-fetch.js';

/** The requests to an authorization server for one token, and what they share. */
export interface GrantContext extends Server {
  readonly config: OAuth2Config;
  readonly send: SendTokenRequest;
  readonly mayOpen: TokenCall['mayOpen'];
  readonly signal: AbortSignal;
  /** The requests sent so far. */
  readonly steps: AuthStep[];
  readonly now: () => Date;
}

/**
 * Returns a key for the configuration that tokens are fetched with. It excludes credentials, so that the token stays valid after the client
 * secret was replaced. It includes all URLs that a refresh token could be sent to.
 */
export const toTokenKey = (config: OAuth2Config): string => {
  const { grant, issuer, accessTokenUrl, refreshTokenUrl, authorizationUrl, clientId, username, scope } =
    config;
  const urls = [issuer, accessTokenUrl, refreshTokenUrl, authorizationUrl];
  const parts = [grant, urls, clientId, username, scope, config.parameters];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
};

const grantLabels: Readonly<Record<OAuth2Config['grant'], string>> = {
  client_credentials: 'Client credentials',
  password: 'Password',
  authorization_code: 'Authorization code',
  device_code: 'Device code',
};

const getLabel = ({ grant, issuer = '', accessTokenUrl = '', clientId = '' }: OAuth2Config): string =>
  `${grantLabels[grant]} · ${clientId} · ${issuer === '' ? accessTokenUrl : issuer}`;

/** The additional parameters of one kind of request, grouped by where they are sent. */
export const listRequestParameters = (
  { parameters = {} }: OAuth2Config,
  on: keyof NonNullable<OAuth2Config['parameters']>,
): Readonly<Record<'header' | 'query' | 'body', readonly [string, string][]>> => {
  const of = (where: string) =>
    (parameters[on] ?? [])
      .filter((one) => one.enabled && one.in === where)
      .map(({ name, value }): [string, string] => [name, value]);
  return { header: of('header'), query: of('query'), body: of('body') };
};

const addQueryParameters = (url: string, query: readonly [string, string][]): string => {
  const full = new URL(url);
  for (const [name, value] of query) full.searchParams.append(name, value);
  return full.href;
};

/** Adds an issuer to a server in the library's format, which needs one. If the issuer is unknown, it is the URL of the token endpoint. */
export const addIssuer = (server: oauth.AuthorizationServer): oauth.AuthorizationServer =>
  server.issuer === '' ? { ...server, issuer: server.token_endpoint ?? 'unknown' } : server;

const toAuthToken = (
  conversation: GrantContext,
  answer: oauth.TokenEndpointResponse,
  raw: RawTokenResponse,
  old?: AuthToken,
): AuthToken => {
  const at = conversation.now();
  const { access_token: accessToken, expires_in: seconds, scope } = answer;
  const refreshToken = answer.refresh_token ?? old?.refreshToken;
  const idToken = raw.idToken ?? old?.idToken;
  return {
    key: toTokenKey(conversation.config),
    label: getLabel(conversation.config),
    accessToken,
    obtainedAt: at.toISOString(),
    ...(refreshToken === undefined ? {} : { refreshToken }),
    ...(idToken === undefined ? {} : { idToken }),
    ...(seconds === undefined ? {} : { expiresAt: new Date(at.getTime() + seconds * 1_000).toISOString() }),
    ...(scope === undefined ? {} : { scope }),
  };
};

interface TokenOptions {
  /** The token to refresh. */
  readonly old?: AuthToken;
  readonly on?: 'token' | 'refresh';
  /** The nonce of the authorization request, empty if the request had no nonce; null for a grant without such a request. */
  readonly nonce?: string | null;
}

/**
 * One request to the token endpoint (RFC 6749, section 3.2).
 * @throws OAuthFailure, or an error of the library
 */
export const requestToken = async (
  conversation: GrantContext,
  grantType: string,
  fields: readonly [string, string][],
  { old, on = 'token', nonce = null }: TokenOptions = {},
): Promise<AuthToken> => {
  const { config, send, signal, steps } = conversation;
  const found = addIssuer(await conversation.serverFor(['token_endpoint']));
  const more = listRequestParameters(config, on);
  const refreshUrl = on === 'refresh' ? (config.refreshTokenUrl ?? '') : '';
  const url = addQueryParameters(refreshUrl === '' ? (found.token_endpoint ?? '') : refreshUrl, more.query);
  const server = { ...found, token_endpoint: url };
  const client = createClient(config);
  const raw: RawTokenResponse = {};
  const body = new URLSearchParams([...fields, ...more.body]);
  const response = await oauth.genericTokenEndpointRequest(
    server,
    client,
    await createClientAuth(config),
    grantType,
    body,
    {
      ...createFetchOptions(createTokenFetch(send, signal, steps, raw)),
      headers: new Headers(more.header.map(([name, value]): [string, string] => [name, value])),
    },
  );
  const { idToken } = raw;
  const answer =
    idToken === undefined || isEncrypted(idToken)
      ? await oauth.processGenericTokenEndpointResponse(server, client, response)
      : await processWithIdToken(conversation, {
          client,
          response,
          idToken,
          url,
          nonce,
          previous: old?.idToken,
        });
  return toAuthToken(conversation, answer, raw, old);
};

/** The requested scope, if any. */
export const getScope = ({ scope = '' }: OAuth2Config): [string, string][] =>
  scope === '' ? [] : [['scope', scope]];

/** Fetches a new token with a grant that needs no person. */
export const fetchUnattended = (conversation: GrantContext): Promise<AuthToken> => {
  const { config } = conversation;
  switch (config.grant) {
    case 'client_credentials':
      return requestToken(conversation, 'client_credentials', getScope(config));
    case 'password': {
      const { username = '', password = '' } = config;
      return requestToken(conversation, 'password', [
        ['username', username],
        ['password', password],
        ...getScope(config),
      ]);
    }
    case 'authorization_code':
    case 'device_code':
      throw createAuthFailure(
        'There is no token yet, and a person has to approve one. Choose "Get token" under Auth, or call tokens_edit with op fetch.',
        { approval: true },
      );
  }
};

/** Fetches a new token with a refresh token, for the scope that was granted (RFC 6749, section 6). */
export const refreshAuthToken = (conversation: GrantContext, old: AuthToken): Promise<AuthToken> =>
  requestToken(conversation, 'refresh_token', [['refresh_token', old.refreshToken ?? '']], {
    old,
    on: 'refresh',
  });

/** A response of the token endpoint with an ID token, and what is needed to validate it. */
interface IdTokenResponse {
  readonly client: oauth.Client;
  readonly response: Response;
  readonly idToken: string;
  /** The URL of the token endpoint. */
  readonly url: string;
  /** The nonce of the authorization request; null for a grant without such a request. */
  readonly nonce: string | null;
  /** The ID token of the previous response, whose refresh token was used. */
  readonly previous?: string | undefined;
}

const removeSlash = (url: string): string => url.replace(/\/$/, '');

/**
 * The server whose issuer an ID token must name: the discovered server, otherwise the configured issuer. If neither is known, any issuer is
 * accepted.
 */
const getExpectedServer = (
  idToken: string,
  issuer: string,
  discovered: oauth.AuthorizationServer | undefined,
): oauth.AuthorizationServer => {
  if (discovered !== undefined) return discovered;
  const { iss = '' } = decodeJwt(idToken);
  return { issuer: issuer === '' || removeSlash(issuer) === removeSlash(iss) ? iss : issuer };
};

/**
 * Verifies the signature with the client secret, or with the issuer's published keys (OpenID Connect Core 1.0,
 * 3.1.3.7).
 */
const checkSignature = async (
  { config: { clientSecret = '' }, send, signal, steps }: GrantContext,
  server: oauth.AuthorizationServer,
  { response, idToken }: IdTokenResponse,
): Promise<void> => {
  const { alg = '' } = decodeProtectedHeader(idToken);
  if (alg.startsWith('HS')) {
    if (clientSecret !== '') await compactVerify(idToken, Buffer.from(clientSecret), { algorithms: [alg] });
    return;
  }
  if (alg === 'none' || server.jwks_uri === undefined) return;
  await oauth.validateApplicationLevelSignature(
    server,
    response,
    createFetchOptions(createDiscoveryFetch(send, signal, steps)),
  );
};

const checkSubject = (idToken: string, previous: string | undefined): void => {
  if (previous === undefined || isEncrypted(previous)) return;
  if (decodeJwt(idToken).sub !== decodeJwt(previous).sub)
    throw new Error('it is for another subject than the one before');
};

const validateIdToken = async (
  conversation: GrantContext,
  answer: IdTokenResponse,
): Promise<oauth.TokenEndpointResponse> => {
  const { response, idToken, nonce, previous } = answer;
  const discovered = await conversation.discovered();
  const server = getExpectedServer(idToken, conversation.config.issuer ?? '', discovered);
  const { alg = '' } = decodeProtectedHeader(idToken);
  const client =
    discovered === undefined ? { ...answer.client, id_token_signed_response_alg: alg } : answer.client;
  const processed =
    nonce === null
      ? await oauth.processGenericTokenEndpointResponse(server, client, response)
      : await oauth.processAuthorizationCodeResponse(
          server,
          client,
          response,
          nonce === '' ? {} : { expectedNonce: nonce },
        );
  await checkSignature(conversation, server, answer);
  checkSubject(idToken, previous);
  return processed;
};

/**
 * Reads a response with an ID token and validates it: issuer, audience, times, nonce and, with the issuer's keys,
 * signature.
 * @throws OAuthFailure with the reason
 */
const processWithIdToken = async (
  conversation: GrantContext,
  answer: IdTokenResponse,
): Promise<oauth.TokenEndpointResponse> => {
  try {
    return await validateIdToken(conversation, answer);
  } catch (error) {
    if (error instanceof OAuthFailure) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw createAuthFailure(
      `The ID token of ${answer.url} is not valid: ${why}. Check the issuer and the client ID under Auth, and the clock of this machine.`,
      { token: 'id_token' },
    );
  }
};
