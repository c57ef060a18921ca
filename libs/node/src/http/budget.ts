import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The bodies of requests that are not answered yet exceed their budget. The server responds with 503. */
export class BudgetExceededError extends Error {
  constructor(maxBytes: number) {
    super(`All request bodies in flight may use ${String(maxBytes)} bytes together; try again later.`);
  }
}

/** The share of a budget that one request holds until it is answered or its client disconnects. */
export interface BudgetShare {
  /**
   * Reserves more bytes.
   * @throws BudgetExceededError
   */
  readonly take: (bytes: number) => void;
  /** Counts at least `bytes` from now on, such as those of a response that the client has not read yet. Never refuses. */
  readonly hold: (bytes: number) => void;
  /** Returns all bytes to the budget, although the request is not answered yet. */
  readonly free: () => void;
}

/** Limits the total size of all request bodies of a server. */
export interface Budget {
  readonly open: (request: IncomingMessage, response: ServerResponse) => BudgetShare;
  /** The number of bytes that requests hold. */
  readonly taken: () => number;
}

/** Default size of a budget, in bytes. */
export const defaultMaxBytesInFlight = 256 * 1024 * 1024;

/** How long a client may leave its response unread, in milliseconds. */
const unreadMs = 60_000;

const closeListeners = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls `leave` when a connection closes, unless the returned function is called first. Listens to the connection itself, because Node
 * closes only the first of the responses to pipelined requests.
 */
export const onDisconnect = (socket: Socket, leave: () => void): (() => void) => {
  let waiting = closeListeners.get(socket);
  if (waiting === undefined) {
    const all = (waiting = new Set<() => void>());
    closeListeners.set(socket, all);
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

/** Creates a budget of `maxBytes` bytes. */
export const createBudget = (maxBytes = defaultMaxBytesInFlight): Budget => {
  let taken = 0;
  const open = (request: IncomingMessage, response: ServerResponse): BudgetShare => {
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
    forget = onDisconnect(request.socket, free);
    response.once('close', free);
    // Otherwise, the response to a client that never reads would stay in memory forever.
    response.once('prefinish', () => response.setTimeout(unreadMs));
    return {
      take: (bytes) => {
        if (isOpen && taken + bytes > maxBytes) throw new BudgetExceededError(maxBytes);
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
