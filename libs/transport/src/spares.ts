import type { Socket } from 'node:net';

import type { ConnectionOpening } from './attempt.js';

/** A connection on which nothing has been sent. */
export interface OpenedConnection {
  readonly socket: Socket;
  readonly opening: ConnectionOpening;
}

/** Connections opened to negotiate HTTP/2 that can carry HTTP/1.1: one for each origin. */
export interface Spares {
  readonly keep: (origin: string, opened: OpenedConnection) => void;
  readonly take: (origin: string) => OpenedConnection | undefined;
  /** Closes all of them. */
  readonly drop: () => void;
}

/** Spares are closed after `keepAliveMs`. */
export const createSpares = (keepAliveMs: number): Spares => {
  const kept = new Map<
    string,
    OpenedConnection & { readonly release: () => void; readonly drop: () => void }
  >();
  return {
    keep: (origin, opened) => {
      kept.get(origin)?.drop();
      const drop = () => {
        if (kept.get(origin)?.socket === opened.socket) kept.delete(origin);
        opened.socket.destroy();
      };
      const timer = setTimeout(drop, keepAliveMs).unref();
      const release = () => {
        clearTimeout(timer);
        opened.socket.off('close', drop);
      };
      opened.socket.once('close', drop);
      kept.set(origin, { ...opened, release, drop });
    },
    take: (origin) => {
      const found = kept.get(origin);
      kept.delete(origin);
      found?.release();
      return found;
    },
    drop: () => {
      for (const { drop } of kept.values()) drop();
    },
  };
};
