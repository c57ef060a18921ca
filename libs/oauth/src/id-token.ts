import { compactVerify, decodeJwt, decodeProtectedHeader } from 'jose';
import * as oauth from 'oauth4webapi';

import { createDiscoveryFetch, isEncrypted } from './token-fetch.js';
import { createAuthFailure, OAuthFailure } from './fault.js';
import type { Talk } from './grants.js';
import { createFetchOptions } from './over.js';

/** A token endpoint response with an ID token. */
export interface WithIdToken {
  readonly client: oauth.Client;
  readonly response: Response;
  readonly idToken: string;
  /** The token endpoint. */
  readonly url: string;
  /** The nonce of the authorization request; null for a grant without such a request. */
  readonly nonce: string | null;
  /** The ID token that came with the refresh token. */
  readonly former?: string | undefined;
}

const removeSlash = (url: string): string => url.replace(/\/$/, '');

/**
 * The server that an ID token is checked against: the discovered one, otherwise the configured issuer, otherwise only
 * the token's own.
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
  { config: { clientSecret = '' }, send, signal, steps }: Talk,
  server: oauth.AuthorizationServer,
  { response, idToken }: WithIdToken,
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

const checkSubject = (idToken: string, former: string | undefined): void => {
  if (former === undefined || isEncrypted(former)) return;
  if (decodeJwt(idToken).sub !== decodeJwt(former).sub)
    throw new Error('it is for another subject than the one before');
};

const validateIdToken = async (talk: Talk, answer: WithIdToken): Promise<oauth.TokenEndpointResponse> => {
  const { response, idToken, nonce, former } = answer;
  const discovered = await talk.discovered();
  const server = getExpectedServer(idToken, talk.config.issuer ?? '', discovered);
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
  await checkSignature(talk, server, answer);
  checkSubject(idToken, former);
  return processed;
};

/**
 * Reads a response with an ID token and validates it: issuer, audience, times, nonce and, with the issuer's keys,
 * signature.
 * @throws Failed with the reason
 */
export const processWithIdToken = async (
  talk: Talk,
  answer: WithIdToken,
): Promise<oauth.TokenEndpointResponse> => {
  try {
    return await validateIdToken(talk, answer);
  } catch (error) {
    if (error instanceof OAuthFailure) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw createAuthFailure(
      `The ID token of ${answer.url} is not valid: ${why}. Check the issuer and the client ID under Auth, and the clock of this machine.`,
      { token: 'id_token' },
    );
  }
};
