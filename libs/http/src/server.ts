import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

import { type Connections, watchConnections } from './connections.js';

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
  /** The most connections at once, default 1,024; one more is answered with 503 and closed. */
  readonly maxConnections?: number;
  /** How long a request may take to arrive, its body included, in milliseconds; default 300,000. Then it is cut off. */
  readonly requestTimeoutMs?: number;
  /** How long an idle connection is kept for the next request, in milliseconds; default 75,000. */
  readonly idleTimeoutMs?: number;
  /** The whole answer to a connection over the limit, as it is sent; by default JSON with `error` and `status`. */
  readonly busy?: string;
}

/** The defaults of a server's limits. */
export const defaultLimits = {
  maxConnections: 1_024,
  requestTimeoutMs: 300_000,
  idleTimeoutMs: 75_000,
} as const;

const busySentence = 'Too many connections are open; close some, or try again later.';

/** The answer to a connection over the limit, with a body of one's own. */
export const busyAnswer = (
  body: (sentence: string) => object = (error) => ({ error, status: 503 }),
  headers: readonly string[] = [],
): string => {
  const text = JSON.stringify(body(busySentence));
  return [
    'HTTP/1.1 503 Service Unavailable',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${String(Buffer.byteLength(text))}`,
    'Retry-After: 1',
    'Connection: close',
    ...headers,
    '',
    text,
  ].join('\r\n');
};

/** How long a closing server waits for running requests, in milliseconds. */
export const defaultGraceMs = 5_000;

const sweepMs = 20;

const closing = (server: Server, connections: Connections) => {
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
  const { maxConnections, requestTimeoutMs, idleTimeoutMs } = { ...defaultLimits, ...options };
  const server = createServer(
    { requestTimeout: requestTimeoutMs, keepAliveTimeout: idleTimeoutMs, ...options.http },
    (request, response) => void handler(request, response),
  );
  const limit = { most: maxConnections, refusal: options.busy ?? busyAnswer() };
  const close = closing(server, watchConnections(server, limit));
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
