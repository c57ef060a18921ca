import type { HeaderList, OAuth2Config, SendTokenRequest, SendGuard, TokenCall } from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { connectTo, type loadTlsOptions } from '../destinations/connect.js';
import { createHostGuard, type SendContext } from '../destinations/guard.js';
import { listEnvironmentSecrets } from '../filling/scope.js';
import { formatUserAgent } from '../filling/headers.js';

/** Maximum time for one request to an authorization server, in milliseconds. */
export const tokenRequestTimeoutMs = 30_000;

/** Maximum size of a response from an authorization server, in bytes. */
export const maxTokenResponseBytes = 1024 * 1024;

/** The parts of the context that token requests need. */
export type TokenContext = Parameters<typeof loadTlsOptions>[0] & SendContext;

/** Creates the guard for token requests. */
const toTokenGuard =
  (guard: SendGuard): SendGuard =>
  (request, signal) =>
    guard({ ...request, hop: 'token' }, signal);

/** Removes the User-Agent that the OAuth library adds. */
const removeUserAgent = (headers: HeaderList): HeaderList =>
  headers.filter(([name]) => name.toLowerCase() !== 'user-agent');

/**
 * Creates the function that sends requests to authorization servers, with the connection settings of the request but without its cookies.
 * @param config with its variables filled in
 */
export const createTokenRequestSender =
  (context: TokenContext, config: OAuth2Config): SendTokenRequest =>
  (request, signal) =>
    pipe(
      connectTo(context, request.url, listEnvironmentSecrets(context)),
      TE.mapLeft((fault) => ({ fault })),
      TE.flatMap((connected) =>
        context.ports.http.send(
          {
            ...request,
            ...(config.clientAuth === 'private_key_jwt' ? { signedWith: [config.privateKey ?? ''] } : {}),
            headers: [...removeUserAgent(request.headers), ['user-agent', formatUserAgent(context.ports)]],
          },
          {
            timeoutMs: tokenRequestTimeoutMs,
            followRedirects: false,
            maxRedirects: 0,
            maxBytes: maxTokenResponseBytes,
            signal,
            ...connected,
            guard: toTokenGuard(connected.guard),
          },
        ),
      ),
    );

/**
 * Creates a function that checks the URL of a login page before the browser opens the page. The URL can leak secrets just as a request can.
 */
export const createPageGuard =
  (context: TokenContext & { readonly signal: AbortSignal }): TokenCall['mayOpen'] =>
  async (url) => {
    const guard = createHostGuard(context, listEnvironmentSecrets(context));
    return guard?.({ hop: 'token', method: 'GET', url, headers: [], body: null }, context.signal);
  };
