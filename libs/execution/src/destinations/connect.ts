import type { ExecutionFault, Secret, SendGuard } from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { getGuard, type SendContext } from './guard.js';
import { fillProxy } from './proxy.js';
import { loadTlsOptions } from './tls-files.js';
import type { Connection } from './connection-guard.js';

/** How a request connects, and the guard that checks that connection. */
export interface GuardedConnection extends Connection {
  readonly guard: SendGuard;
}

/** The connection settings and the guard for requests to `url`. Every sender gets both here. */
export const connectTo = (
  context: Parameters<typeof loadTlsOptions>[0] & SendContext,
  url: string,
  secrets: readonly Secret[],
): TE.TaskEither<ExecutionFault, GuardedConnection> =>
  pipe(
    TE.Do,
    TE.bind('tls', () => loadTlsOptions(context, url)),
    TE.bind('proxy', () => TE.fromEither(fillProxy(context))),
    TE.map(({ tls, proxy }) => {
      const connection = { ...tls, ...proxy };
      return { ...connection, guard: getGuard(context, secrets, connection) };
    }),
  );
