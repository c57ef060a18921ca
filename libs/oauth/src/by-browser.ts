import { type AuthToken, defaultCallbackUrl, type OAuth2Config } from '@tandem/core';
import * as oauth from 'oauth4webapi';

import type { PendingGrant } from './approvals.js';
import { parseCallbackUrl } from './callback-listener.js';
import { createClient } from './client.js';
import { OAuthFailure, createAuthFailure, toTokenFault } from './fault.js';
import { addIssuer, listRequestParameters, requestToken, getScope, type Talk } from './grants.js';
import type { Listeners } from './listeners.js';

const createChallenge = async (method: 'S256' | 'plain', verifier: string): Promise<[string, string][]> => [
  ['code_challenge', method === 'S256' ? await oauth.calculatePKCECodeChallenge(verifier) : verifier],
  ['code_challenge_method', method],
];

/** Binds an ID token to this request (OpenID Connect Core 1.0, section 3.1.2.1). */
const createNonceParameter = ({ scope = '' }: OAuth2Config): [string, string][] =>
  scope.split(/\s+/).includes('openid') ? [['nonce', oauth.generateRandomNonce()]] : [];

/** The authorization server's response in the callback. An unknown issuer is not checked. */
const readAuthorizationCode = (
  server: oauth.AuthorizationServer,
  client: oauth.Client,
  given: URLSearchParams,
  state: string,
): string => {
  const parameters = new URLSearchParams(given);
  if (server.issuer === '') parameters.delete('iss');
  const checked = oauth.validateAuthResponse(addIssuer(server), client, parameters, state);
  const code = checked.get('code');
  if (code === null)
    throw createAuthFailure('The authorization server sent the browser back without a code.');
  return code;
};

/** Starts the grant with an authorization code and PKCE (RFC 6749, section 4.1; RFC 7636). */
export const startBrowserGrant = async (talk: Talk, listeners: Listeners): Promise<PendingGrant> => {
  const { config, signal } = talk;
  const { callbackUrl = '' } = config;
  const redirectUri = callbackUrl === '' ? defaultCallbackUrl : callbackUrl;
  const callback = parseCallbackUrl(redirectUri);
  const server = await talk.serverFor(['authorization_endpoint', 'token_endpoint']);
  const client = createClient(config);
  const [state, verifier] = [oauth.generateRandomState(), oauth.generateRandomCodeVerifier()];
  const pkce = config.pkce ?? 'S256';
  const open = new URL(server.authorization_endpoint ?? '');
  for (const [name, value] of [
    ['response_type', 'code'],
    ['client_id', client.client_id],
    ['redirect_uri', redirectUri],
    ['state', state],
    ...(pkce === 'none' ? [] : await createChallenge(pkce, verifier)),
    ...createNonceParameter(config),
    ...getScope(config),
    ...Object.values(listRequestParameters(config, 'authorization')).flat(),
  ] as [string, string][])
    open.searchParams.set(name, value);
  const refusal = await talk.mayOpen(open.href);
  if (refusal !== undefined) throw new OAuthFailure(refusal);
  let settle: { resolve: (token: AuthToken) => void; reject: (why: Error) => void } | undefined;
  const token = new Promise<AuthToken>((resolve, reject) => {
    settle = { resolve, reject };
  });
  const leave = await listeners.wait(callback, state, async (given) => {
    try {
      const code = readAuthorizationCode(server, client, given, state);
      const proof: [string, string][] = pkce === 'none' ? [] : [['code_verifier', verifier]];
      const fields: [string, string][] = [['code', code], ['redirect_uri', redirectUri], ...proof];
      const nonce = open.searchParams.get('nonce') ?? '';
      settle?.resolve(await requestToken(talk, 'authorization_code', fields, { nonce }));
      return { ok: true, text: 'Tandem has the token. You can close this page.' };
    } catch (error) {
      settle?.reject(error as Error);
      return { ok: false, text: toTokenFault(error, talk.steps.at(-1)?.url ?? open.origin).message };
    }
  });
  signal.addEventListener('abort', () => {
    leave();
    settle?.reject(createAuthFailure('Nobody approved in time, or the approval was stopped. Begin again.'));
  });
  token.catch(() => undefined);
  return { open: open.href, token };
};
