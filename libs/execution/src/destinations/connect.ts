import type { ExecutionFault, Secret, SendGuard } from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { guardOf, type SendContext } from './guard.js';
import { proxyOf } from './proxy.js';
import { tlsOf } from './tls-files.js';
import type { Connection } from './connection-guard.js';

/** How a request connects, and the guard that judges it, which knows that. */
export interface GuardedConnection extends Connection {
  readonly guard: SendGuard;
}

/** What requests to `url` connect with, and the guard that each of them passes. Whoever sends asks here for both. */
export const connectTo = (
  context: Parameters<typeof tlsOf>[0] & SendContext,
  url: string,
  secrets: readonly Secret[],
): TE.TaskEither<ExecutionFault, GuardedConnection> =>
  pipe(
    TE.Do,
    TE.bind('tls', () => tlsOf(context, url)),
    TE.bind('proxy', () => TE.fromEither(proxyOf(context))),
    TE.map(({ tls, proxy }) => {
      const connection = { ...tls, ...proxy };
      return { ...connection, guard: guardOf(context, secrets, connection) };
    }),
  );
