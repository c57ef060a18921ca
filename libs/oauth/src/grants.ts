import { createHash } from 'node:crypto';

import type { AuthStep, AuthToken, OAuth2Config, SendTokenRequest, TokenCall } from '@tandem/core';
import * as oauth from 'oauth4webapi';

import { type RawTokenResponse, createTokenFetch, isEncrypted } from './token-fetch.js';
import { createClientAuth, createClient } from './client.js';
import { createAuthFailure } from './fault.js';
import { createFetchOptions } from './over.js';
import { processWithIdToken } from './id-token.js';
import type { Server } from './server.js';

/** One conversation with an authorization server. */
export interface Talk extends Server {
  readonly config: OAuth2Config;
  readonly send: SendTokenRequest;
  readonly mayOpen: TokenCall['mayOpen'];
  readonly signal: AbortSignal;
  /** The requests sent so far. */
  readonly steps: AuthStep[];
  readonly now: () => Date;
}

/**
 * Identifies the configuration that tokens are fetched with. It excludes credentials, so that a new client secret
 * finds the token that the old one fetched. It includes all URLs that a refresh token could be sent to.
 */
export const toTokenKey = (config: OAuth2Config): string => {
  const { grant, issuer, accessTokenUrl, refreshTokenUrl, authorizationUrl, clientId, username, scope } =
    config;
  const urls = [issuer, accessTokenUrl, refreshTokenUrl, authorizationUrl];
  const said = [grant, urls, clientId, username, scope, config.parameters];
  return createHash('sha256').update(JSON.stringify(said)).digest('base64url');
};

const grantLabels: Readonly<Record<OAuth2Config['grant'], string>> = {
  client_credentials: 'Client credentials',
  password: 'Password',
  authorization_code: 'Authorization code',
  device_code: 'Device code',
};

const getLabel = ({ grant, issuer = '', accessTokenUrl = '', clientId = '' }: OAuth2Config): string =>
  `${grantLabels[grant]} · ${clientId} · ${issuer === '' ? accessTokenUrl : issuer}`;

/** The additional parameters of one request, by where they are sent. */
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

/** The server in the library's format. It needs an issuer; if unknown, the token endpoint is used. */
export const addIssuer = (server: oauth.AuthorizationServer): oauth.AuthorizationServer =>
  server.issuer === '' ? { ...server, issuer: server.token_endpoint ?? 'unknown' } : server;

const toAuthToken = (
  talk: Talk,
  answer: oauth.TokenEndpointResponse,
  aside: RawTokenResponse,
  old?: AuthToken,
): AuthToken => {
  const at = talk.now();
  const { access_token: accessToken, expires_in: seconds, scope } = answer;
  const refreshToken = answer.refresh_token ?? old?.refreshToken;
  const idToken = aside.idToken ?? old?.idToken;
  return {
    key: toTokenKey(talk.config),
    label: getLabel(talk.config),
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
  /** The nonce of the authorization request, empty if it had none; null for a grant without such a request. */
  readonly nonce?: string | null;
}

/**
 * One request to the token endpoint (RFC 6749, section 3.2).
 * @throws Failed, or an error of the library
 */
export const requestToken = async (
  talk: Talk,
  grantType: string,
  fields: readonly [string, string][],
  { old, on = 'token', nonce = null }: TokenOptions = {},
): Promise<AuthToken> => {
  const { config, send, signal, steps } = talk;
  const found = addIssuer(await talk.serverFor(['token_endpoint']));
  const more = listRequestParameters(config, on);
  const refreshUrl = on === 'refresh' ? (config.refreshTokenUrl ?? '') : '';
  const url = addQueryParameters(refreshUrl === '' ? (found.token_endpoint ?? '') : refreshUrl, more.query);
  const server = { ...found, token_endpoint: url };
  const client = createClient(config);
  const aside: RawTokenResponse = {};
  const body = new URLSearchParams([...fields, ...more.body]);
  const response = await oauth.genericTokenEndpointRequest(
    server,
    client,
    await createClientAuth(config),
    grantType,
    body,
    {
      ...createFetchOptions(createTokenFetch(send, signal, steps, aside)),
      headers: new Headers(more.header.map(([name, value]): [string, string] => [name, value])),
    },
  );
  const { idToken } = aside;
  const answer =
    idToken === undefined || isEncrypted(idToken)
      ? await oauth.processGenericTokenEndpointResponse(server, client, response)
      : await processWithIdToken(talk, { client, response, idToken, url, nonce, former: old?.idToken });
  return toAuthToken(talk, answer, aside, old);
};

/** The requested scope, if any. */
export const getScope = ({ scope = '' }: OAuth2Config): [string, string][] =>
  scope === '' ? [] : [['scope', scope]];

/** A new token from a grant that needs no person. */
export const fetchAlone = (talk: Talk): Promise<AuthToken> => {
  const { config } = talk;
  switch (config.grant) {
    case 'client_credentials':
      return requestToken(talk, 'client_credentials', getScope(config));
    case 'password': {
      const { username = '', password = '' } = config;
      return requestToken(talk, 'password', [
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

/** A new token for a refresh token, with the granted scope (RFC 6749, section 6). */
export const refresh = (talk: Talk, old: AuthToken): Promise<AuthToken> =>
  requestToken(talk, 'refresh_token', [['refresh_token', old.refreshToken ?? '']], {
    old,
    on: 'refresh',
  });
