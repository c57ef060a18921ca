import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Maximum time for which a connection may stay half open after its last response, in milliseconds. */
const lingerMs = 1_000;

/** Closes a connection that fails. Without a listener the error would end the process. */
export const closeOnError = (socket: Duplex): void => {
  socket.on('error', () => socket.destroy());
};

/** Sends the last bytes of a connection and closes it, even if the client has reset it or never closes its side. */
export const endConnection = (socket: Duplex, text: string): void => {
  closeOnError(socket);
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once('close', () => {
    clearTimeout(timer);
  });
  socket.end(text);
  socket.resume(); // closing with unread bytes would reset the connection, and the response could be lost
};

/** The open connections of a server. */
export interface Connections {
  /** Closes connections without any request, such as those that browsers open in advance. Node counts them as active. */
  readonly closeUnused: () => void;
  /** Closes all connections, including upgraded ones, which Node no longer tracks. */
  readonly closeAll: () => void;
}

/** Limits the number of connections. */
export interface ConnectionLimit {
  readonly maxConnections: number;
  /** The complete raw response to a connection beyond the limit. */
  readonly refusal: string;
}

/** Maximum number of connections beyond the limit that get a response at the same time. Any others are closed without a response. */
const maxBusyResponses = 64;

/** Answers the first request of a connection beyond the limit. Closes the connection if no request arrives. */
const refuse = (socket: Socket, refusal: string): void => {
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once('close', () => {
    clearTimeout(timer);
  });
  socket.once('data', () => {
    endConnection(socket, refusal);
  });
};

/**
 * Tracks the connections of `server` and listens for errors on each. The listener stays when Node passes the socket to an `upgrade` or
 * `connect` handler and removes its own.
 */
export const watchConnections = (
  server: Server,
  { maxConnections, refusal }: ConnectionLimit,
): Connections => {
  const sockets = new Set<Socket>();
  server.maxConnections = maxConnections + maxBusyResponses;
  // Node's own limit closes connections without a response, so this code replaces it. Only Node's own listener can read requests.
  const serve = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket) => {
    closeOnError(socket);
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    if (sockets.size > maxConnections) refuse(socket, refusal);
    else for (const one of serve) one.call(server, socket);
  });
  return {
    closeUnused: () => {
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    },
    closeAll: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
};

const disconnects: ReadonlySet<unknown> = new Set([
  'ECANCELED',
  'ECONNABORTED',
  'ECONNRESET',
  'EPIPE',
  'ERR_STREAM_PREMATURE_CLOSE',
]);

/** Whether an error only means that the client disconnected or sent something other than HTTP. */
export const isDisconnect = (error: unknown): boolean => {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  return disconnects.has(code) || (typeof code === 'string' && code.startsWith('HPE_'));
};
