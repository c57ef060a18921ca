import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** All bodies in flight together would be longer than they may be; to be answered with 503. */
export class NoRoom extends Error {
  constructor(most: number) {
    super(`All request bodies in flight may use ${String(most)} bytes together; try again later.`);
  }
}

/** The part of a budget that one request has, until it is answered or its client has gone. */
export interface Room {
  /**
   * Takes room for more bytes.
   * @throws NoRoom
   */
  readonly take: (bytes: number) => void;
  /** Counts at least `bytes` from now on, such as those of an answer that is still to be read; it is not refused. */
  readonly hold: (bytes: number) => void;
  /** Gives everything back before the request is answered. */
  readonly free: () => void;
}

/** How many bytes the bodies of all requests of a server may take together. */
export interface Budget {
  readonly open: (request: IncomingMessage, response: ServerResponse) => Room;
  /** What is taken now, in bytes. */
  readonly taken: () => number;
}

/** The default of a budget, in bytes. */
export const defaultMaxBodiesInFlight = 256 * 1024 * 1024;

/** How long a client may read nothing of an answer that is waiting for it, in milliseconds. */
const unreadMs = 60_000;

const leavers = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls `leave` when a connection closes, unless the returned function is called before. It is the connection that tells:
 * of pipelined requests node closes the first response alone.
 */
export const onLeave = (socket: Socket, leave: () => void): (() => void) => {
  let waiting = leavers.get(socket);
  if (waiting === undefined) {
    const all = (waiting = new Set<() => void>());
    leavers.set(socket, all);
    socket.once('close', () => {
      for (const one of all) one();
    });
  }
  const all = waiting;
  all.add(leave);
  if (socket.destroyed) leave();
  return () => {
    all.delete(leave);
  };
};

/** A budget of `most` bytes. */
export const createBudget = (most = defaultMaxBodiesInFlight): Budget => {
  let taken = 0;
  const open = (request: IncomingMessage, response: ServerResponse): Room => {
    let own = 0;
    let isOpen = true;
    const change = (bytes: number): void => {
      if (!isOpen) return;
      own += bytes;
      taken += bytes;
    };
    const free = (): void => {
      change(-own);
      isOpen = false;
      forget();
    };
    let forget = (): void => undefined;
    forget = onLeave(request.socket, free);
    response.once('close', free);
    // A client that never reads its answer would keep it in memory for ever.
    response.once('prefinish', () => response.setTimeout(unreadMs));
    return {
      take: (bytes) => {
        if (isOpen && taken + bytes > most) throw new NoRoom(most);
        change(bytes);
      },
      hold: (bytes) => {
        change(Math.max(0, bytes - own));
      },
      free,
    };
  };
  return { open, taken: () => taken };
};
