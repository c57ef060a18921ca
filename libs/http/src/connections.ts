import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** How long a connection may stay half open after its last answer, in milliseconds. */
const lingerMs = 1_000;

/** Closes the one connection that failed; without a listener the error would end the process. */
export const closeOnError = (socket: Duplex): void => {
  socket.on('error', () => socket.destroy());
};

/** Sends the last bytes of a connection, and closes it even if the other end has reset it or never closes its side. */
export const endConnection = (socket: Duplex, text: string): void => {
  closeOnError(socket);
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once('close', () => {
    clearTimeout(timer);
  });
  socket.end(text);
  socket.resume(); // closing with unread bytes would reset the connection, and the answer could be lost
};

/** The open connections of a server. */
export interface Connections {
  /** Closes those on which nothing was sent, such as a browser opens in advance; node counts them as busy. */
  readonly closeUnused: () => void;
  /** Closes all of them, also those that were upgraded, which node no longer knows. */
  readonly closeAll: () => void;
}

/** How many connections there may be. */
export interface ConnectionLimit {
  readonly most: number;
  /** The whole answer to a connection over the limit, as it is sent. */
  readonly refusal: string;
}

/** How many connections over the limit are told so at once; others are closed without a word. */
const mostRefused = 64;

/** Answers the first request of a connection over the limit, or closes it when none comes. */
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
 * Keeps track of the connections of `server`, and listens for the errors of each. The listener stays when node hands the
 * socket over to an `upgrade` or `connect` handler and takes its own away.
 */
export const watchConnections = (server: Server, { most, refusal }: ConnectionLimit): Connections => {
  const sockets = new Set<Socket>();
  server.maxConnections = most + mostRefused;
  // node would close those over the limit without a word; only its own listener reads requests.
  const serve = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket) => {
    closeOnError(socket);
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    if (sockets.size > most) refuse(socket, refusal);
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
