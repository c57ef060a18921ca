import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

import { watchConnections } from './connections.js';

/** A server that listens, until it is closed. */
export interface Listening {
  readonly server: Server;
  readonly host: string;
  readonly port: number;
  /** `http://host:port`, without a slash at the end; an IPv6 host stands in brackets. */
  readonly url: string;
  /**
   * Stops accepting, lets running requests end, and ends every connection after `graceMs`.
   * Connections that are idle or have not been used yet end at once.
   */
  readonly close: (graceMs?: number) => Promise<void>;
}

/** Answers requests; a Koa application's `callback()` is one. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

export interface ListenOptions {
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** 0, the default, lets the system choose. */
  readonly port?: number;
  /** What node's HTTP server takes, such as `maxHeaderSize` in bytes. */
  readonly http?: ServerOptions;
}

/** How long a closing server waits for running requests, in milliseconds. */
export const defaultGraceMs = 5_000;

const sweepMs = 20;

const closing = (server: Server) => {
  const connections = watchConnections(server);
  let closed: Promise<void> | undefined;
  return (graceMs = defaultGraceMs): Promise<void> =>
    (closed ??= new Promise((resolve) => {
      const timer = setTimeout(() => {
        connections.closeAll();
      }, graceMs);
      const endIdle = (): void => {
        server.closeIdleConnections();
        connections.closeUnused();
      };
      // A connection becomes idle with the answer to its last request, and node does not end it then.
      const sweep = setInterval(endIdle, sweepMs);
      server.close(() => {
        clearTimeout(timer);
        clearInterval(sweep);
        resolve();
      });
      endIdle();
    }));
};

/**
 * Starts `handler` on a socket. No connection can end the process: the errors of each are listened for until it closes.
 * @throws the socket's error, such as EADDRINUSE or EACCES
 */
export const listen = async (handler: Handler, options: ListenOptions = {}): Promise<Listening> => {
  const server = createServer(options.http ?? {}, (request, response) => void handler(request, response));
  const close = closing(server);
  const host = options.host ?? '127.0.0.1';
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { port } = server.address() as AddressInfo;
  const shown = host.includes(':') ? `[${host}]` : host;
  return { server, host, port, url: `http://${shown}:${port}`, close };
};
