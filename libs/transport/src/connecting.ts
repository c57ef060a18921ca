import type { Socket } from 'node:net';

import { buildConnector } from 'undici';

import { type IsOwnPort, leadsToOwn, OwnServer } from './own-servers.js';

/** The connections that are being made, so that nobody's can be given up. */
export interface Connecting {
  readonly connect: buildConnector.connector;
  /** Runs `work`, which needs `origin`; when nothing else does, what is still being connected to it is dropped after. */
  readonly during: <A>(origin: string, work: () => Promise<A>) => Promise<A>;
}

/** Given to undici for a connection that was given up; a request that came too late for it asks again. */
export class GivenUp extends Error {
  readonly code = 'CONNECTION_GIVEN_UP';
}

interface Pending {
  users: number;
  readonly sockets: Set<Socket>;
}

/**
 * A connector that can give up: undici hears of an abort only once a connection stands, and a server that takes a
 * connection and never answers the TLS handshake would hold the caller and the socket for ever.
 * A connection to one of Tandem's own servers is closed before anything of a request is sent. Certificates are always
 * verified, whatever NODE_TLS_REJECT_UNAUTHORIZED says.
 * @param opened gets each connection before undici does
 */
export const createConnecting = (
  isOwn: IsOwnPort = () => false,
  opened: (socket: Socket) => void = () => undefined,
): Connecting => {
  // Its declared type hides the socket that it gives back.
  const connector = buildConnector({ timeout: 0, rejectUnauthorized: true }) as unknown as (
    ...args: Parameters<buildConnector.connector>
  ) => Socket;
  const pending = new Map<string, Pending>();
  const of = (origin: string): Pending => {
    const known = pending.get(origin) ?? { users: 0, sockets: new Set<Socket>() };
    pending.set(origin, known);
    return known;
  };
  const settle = (origin: string, entry: Pending) => {
    if (entry.users > 0) return;
    pending.delete(origin);
    for (const socket of entry.sockets) socket.destroy(new GivenUp('nobody waits for this connection'));
  };
  return {
    connect: (options, callback) => {
      const { sockets } = of(`${options.protocol}//${options.host ?? options.hostname}`);
      const socket = connector(options, (...outcome: Parameters<buildConnector.Callback>) => {
        sockets.delete(socket);
        if (outcome[0] !== null) callback(...outcome);
        else if (leadsToOwn(isOwn, outcome[1])) {
          outcome[1].destroy();
          callback(new OwnServer(), null);
        } else {
          opened(outcome[1]);
          callback(...outcome);
        }
      });
      sockets.add(socket);
      if (options.protocol === 'https:') {
        socket.once('connect', () => {
          if (leadsToOwn(isOwn, socket)) socket.destroy(new OwnServer());
        });
      }
    },
    during: async (origin, work) => {
      const entry = of(origin);
      entry.users += 1;
      try {
        return await work();
      } finally {
        entry.users -= 1;
        settle(origin, entry);
      }
    },
  };
};
