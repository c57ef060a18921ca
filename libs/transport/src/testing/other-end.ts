import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

import type { OutgoingRequest, SendOptions } from '@tandem/core';
import { E } from '@tandem/core/fp';

import { createTransport, type Transport, type TransportOptions } from '../index.js';
import { selfSigned } from './self-signed.js';

/** A transport and test servers, all on 127.0.0.1. */
export interface OtherEnd {
  readonly transport: Transport;
  readonly http: (listener: RequestListener) => Promise<string>;
  /** HTTPS, by default with a certificate that is not trusted. */
  readonly https: (listener: RequestListener, options?: ServerOptions) => Promise<string>;
  /** A server that handles each connection as raw bytes. */
  readonly raw: (talk: (socket: Socket) => void) => Promise<string>;
  readonly send: (
    url: string,
    request?: Partial<OutgoingRequest>,
    options?: Partial<SendOptions>,
  ) => ReturnType<ReturnType<Transport['send']>>;
  /** The number of open connections of all servers. */
  readonly connections: () => number;
  /** The number of connections accepted so far. */
  readonly accepted: () => number;
  readonly close: () => Promise<void>;
}

const listening = async (server: Server, scheme: string): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/`;
};

/** Opens a transport and test servers. Requests default to GET with a timeout of one minute. */
export const openOtherEnd = (options: TransportOptions = {}): OtherEnd => {
  const transport = createTransport(options);
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  let accepted = 0;
  const start = (server: Server, scheme = 'http') => {
    servers.push(server);
    server.on('connection', (socket: Socket) => {
      accepted += 1;
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    });
    return listening(server, scheme);
  };
  return {
    transport,
    http: (listener) => start(createHttpServer(listener)),
    https: (listener, options = selfSigned('127.0.0.1')) =>
      start(
        createHttpsServer(options, listener).on('tlsClientError', () => undefined),
        'https',
      ),
    raw: (talk) =>
      start(
        createServer((socket) => {
          socket.once('data', () => {
            talk(socket);
          });
          socket.resume();
        }),
      ),
    send: (url, request = {}, options = {}) =>
      transport.send(
        { method: 'GET', url, headers: [], body: { kind: 'none' }, ...request },
        {
          timeoutMs: 60_000,
          followRedirects: true,
          maxRedirects: 10,
          maxBytes: 1_000_000,
          signal: new AbortController().signal,
          ...options,
        },
      )(),
    connections: () => sockets.size,
    accepted: () => accepted,
    close: async () => {
      await transport.close();
      for (const socket of sockets) socket.destroy();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
};

/** The text of a response, or the failure as JSON. */
export const textOf = (outcome: Awaited<ReturnType<OtherEnd['send']>>): string =>
  E.isRight(outcome) ? Buffer.from(outcome.right.body).toString() : JSON.stringify(outcome.left);

/** Responds with method, target, raw fields and body as JSON. */
export const describing: RequestListener = (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { method, url, rawHeaders } = request;
    const body = Buffer.concat(chunks).toString('latin1');
    response.end(JSON.stringify({ method, url, headers: rawHeaders, body }));
  });
};
