import type { HeaderList, SendTokenRequest, SendGuard, TokenCall } from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { connectTo } from '../destinations/connect.js';
import type { SendContext } from '../destinations/guard.js';
import { createHostGuard } from '../destinations/host-guard.js';
import { secretsOfEnvironment } from '../result/execution-secrets.js';
import type { loadTlsOptions } from '../destinations/tls-files.js';
import { formatUserAgent } from '../filling/user-agent.js';

/** Maximum time for one request to an authorization server, in milliseconds. */
export const tokenRequestTimeoutMs = 30_000;

/** Maximum size of an answer of an authorization server, in bytes. */
export const maxTokenResponseBytes = 1024 * 1024;

/** Where requests for tokens are sent. */
export type TokenContext = Parameters<typeof loadTlsOptions>[0] & SendContext;

/** The guard of a request that gets a token. */
const toTokenGuard =
  (guard: SendGuard): SendGuard =>
  (request, signal) =>
    guard({ ...request, hop: 'token' }, signal);

/** Headers without the User-Agent of the library that made them. */
const removeUserAgent = (headers: HeaderList): HeaderList =>
  headers.filter(([name]) => name.toLowerCase() !== 'user-agent');

/** Sends requests to authorization servers as the request itself connects, but without its cookies. */
export const createTokenRequestSender =
  (context: TokenContext): SendTokenRequest =>
  (request, signal) =>
    pipe(
      connectTo(context, request.url, secretsOfEnvironment(context)),
      TE.mapLeft((fault) => ({ fault })),
      TE.flatMap((connected) =>
        context.ports.http.send(
          {
            ...request,
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

/** A browser would take secrets along to a page that a person is led to, as a request would. */
export const createPageGuard =
  (context: TokenContext & { readonly signal: AbortSignal }): TokenCall['mayOpen'] =>
  async (url) => {
    const judge = createHostGuard(context, secretsOfEnvironment(context));
    return judge?.({ hop: 'token', method: 'GET', url, headers: [], body: null }, context.signal);
  };
