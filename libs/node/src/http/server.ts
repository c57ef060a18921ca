import { readFile } from 'node:fs/promises';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

import { replaceFile } from '../private-files.js';
import { type Connections, watchConnections } from './connections.js';

/** A listening server. */
export interface ListeningServer {
  readonly server: Server;
  readonly host: string;
  readonly port: number;
  /** `http://host:port` without a trailing slash; an IPv6 host is in brackets. */
  readonly url: string;
  /**
   * Stops accepting connections, lets running requests finish, and closes every connection after `graceMs`. Closes idle and unused
   * connections immediately.
   */
  readonly close: (graceMs?: number) => Promise<void>;
}

/** Handles requests, such as the `callback()` of a Koa application. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

export interface ListenOptions {
  /** The address to listen on. Defaults to 127.0.0.1. */
  readonly host?: string;
  /** The port to listen on. Defaults to 0: the system chooses a port. */
  readonly port?: number;
  /** Options of Node's HTTP server, such as `maxHeaderSize`. */
  readonly http?: ServerOptions;
  /** Maximum number of connections; default 1,024. Further connections get a response with 503 and are closed. */
  readonly maxConnections?: number;
  /** Maximum time for a request to arrive, including its body, in milliseconds; default 300,000. */
  readonly requestTimeoutMs?: number;
  /** How long an idle connection is kept open, in milliseconds; default 75,000. */
  readonly idleTimeoutMs?: number;
  /** The complete raw response to a connection beyond the limit; by default JSON with `error` and `status`. */
  readonly busy?: string;
}

/** Default limits of a server. */
export const defaultLimits = {
  maxConnections: 1_024,
  requestTimeoutMs: 300_000,
  idleTimeoutMs: 75_000,
} as const;

const busyMessage = 'Too many connections are open; close some, or try again later.';

/** Creates the raw response to a connection beyond the limit, with another body than the default one. */
export const createBusyResponse = (
  body: (sentence: string) => object = (error) => ({ error, status: 503 }),
  headers: readonly string[] = [],
): string => {
  const text = JSON.stringify(body(busyMessage));
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

const createCloseServer = (server: Server, connections: Connections) => {
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
      // Node does not close a connection that becomes idle while the server closes, so look for such connections repeatedly.
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
 * Starts `handler` on a socket. Connection errors never end the process.
 * @throws the error of the socket, such as EADDRINUSE or EACCES
 */
export const listen = async (handler: Handler, options: ListenOptions = {}): Promise<ListeningServer> => {
  const { maxConnections, requestTimeoutMs, idleTimeoutMs } = { ...defaultLimits, ...options };
  const server = createServer(
    { requestTimeout: requestTimeoutMs, keepAliveTimeout: idleTimeoutMs, ...options.http },
    (request, response) => void handler(request, response),
  );
  const limit = { maxConnections, refusal: options.busy ?? createBusyResponse() };
  const close = createCloseServer(server, watchConnections(server, limit));
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

const unavailablePortCodes: readonly unknown[] = ['EADDRINUSE', 'EACCES'];

const getErrorCode = (error: unknown): unknown => (error as NodeJS.ErrnoException).code;

/** Reads the port in a file; 0 if the file does not exist or contains no port. */
const readPort = async (file: string): Promise<number> => {
  try {
    const port = Number(await readFile(file, 'utf8'));
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : 0;
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return 0;
    throw error;
  }
};

/** Stores a port in a file, so that {@link listenAgain} uses it. */
export const keepPort = (file: string, port: number): Promise<void> => replaceFile(file, `${port}\n`);

/**
 * Listens on the port stored in `file` if it is free, otherwise on any port.
 * @throws the error of the socket or the file system
 */
export const listenAgain = async (
  handler: Handler,
  file: string,
  options: Omit<ListenOptions, 'port'> = {},
): Promise<ListeningServer> => {
  const port = await readPort(file);
  try {
    return await listen(handler, { ...options, port });
  } catch (error) {
    if (!unavailablePortCodes.includes(getErrorCode(error))) throw error;
    return listen(handler, { ...options, port: 0 });
  }
};
