import type { HeaderList, SendAside, SendGuard, TokenCall } from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { connectTo } from '../connections/connect.js';
import type { Sending } from '../guard.js';
import { judgeHosts } from '../hosts/judge-hosts.js';
import { filledIn } from '../run-secrets.js';
import type { tlsOf } from '../tls-files.js';
import { userAgentOf } from '../user-agent.js';

/** Maximum time for one request to an authorization server, in milliseconds. */
export const asideTimeoutMs = 30_000;

/** Maximum size of an answer of an authorization server, in bytes. */
export const asideBytes = 1024 * 1024;

/** Where requests for tokens are sent. */
export type TokenContext = Parameters<typeof tlsOf>[0] & Sending;

/** The guard of a request that gets a token. */
const forToken =
  (guard: SendGuard): SendGuard =>
  (request, signal) =>
    guard({ ...request, hop: 'token' }, signal);

/** Those that a request for a token may hold. */
const secretsHere = (context: TokenContext) => [
  ...(context.environment?.secrets ?? []),
  ...filledIn(context),
];

/** Headers without the User-Agent of the library that made them. */
const others = (headers: HeaderList): HeaderList =>
  headers.filter(([name]) => name.toLowerCase() !== 'user-agent');

/** Sends requests to authorization servers as the request itself connects, but without its cookies. */
export const asideOf =
  (context: TokenContext): SendAside =>
  (request, signal) =>
    pipe(
      connectTo(context, request.url, secretsHere(context)),
      TE.mapLeft((fault) => ({ fault })),
      TE.flatMap((connected) =>
        context.ports.http.send(
          { ...request, headers: [...others(request.headers), ['user-agent', userAgentOf(context.ports)]] },
          {
            timeoutMs: asideTimeoutMs,
            followRedirects: false,
            maxRedirects: 0,
            maxBytes: asideBytes,
            signal,
            ...connected,
            guard: forToken(connected.guard),
          },
        ),
      ),
    );

/** A browser would take secrets along to a page that a person is led to, as a request would. */
export const mayOpen =
  (context: TokenContext & { readonly signal: AbortSignal }): TokenCall['mayOpen'] =>
  async (url) => {
    const judge = judgeHosts(context, secretsHere(context));
    return judge?.({ hop: 'token', method: 'GET', url, headers: [], body: null }, context.signal);
  };
