import {
  createSecureServer,
  type IncomingHttpHeaders,
  type SecureServerOptions,
  type ServerHttp2Stream,
} from 'node:http2';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

import type { OutgoingRequest, SendOptions } from '@tandem/core';
import { E } from '@tandem/core/fp';

import { createTransport, type Transport, type TransportOptions } from '../index.js';
import { createSelfSigned } from './self-signed.js';

/** A transport with servers to test it, all on 127.0.0.1. */
export interface OtherEnd {
  readonly transport: Transport;
  readonly http: (listener: RequestListener) => Promise<string>;
  /** Starts an HTTPS server, by default with a certificate that nobody trusts. */
  readonly https: (listener: RequestListener, options?: ServerOptions) => Promise<string>;
  /** Starts an HTTP/2 server with a certificate. With `allowHTTP1`, it serves HTTP/1.1 too. */
  readonly h2: (
    answer: (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void,
    options: SecureServerOptions,
    listener?: RequestListener,
  ) => Promise<string>;
  /** Starts a TLS server whose connections a test handles byte by byte. */
  readonly tls: (talk: (socket: Socket) => void, options: TlsOptions) => Promise<string>;
  /** Starts a server whose connections a test handles byte by byte. */
  readonly raw: (talk: (socket: Socket) => void) => Promise<string>;
  readonly send: (
    url: string,
    request?: Partial<OutgoingRequest>,
    options?: Partial<SendOptions>,
  ) => ReturnType<ReturnType<Transport['send']>>;
  /** How many connections are open on all servers. */
  readonly connections: () => number;
  /** How many connections the servers have accepted so far. */
  readonly accepted: () => number;
  readonly close: () => Promise<void>;
}

const startListening = async (server: Server, scheme: string): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/`;
};

/** Creates a transport with servers to test it. By default, requests are GET with a timeout of one minute. */
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
    return startListening(server, scheme);
  };
  return {
    transport,
    http: (listener) => start(createHttpServer(listener)),
    https: (listener, options = createSelfSigned('127.0.0.1')) =>
      start(
        createHttpsServer(options, listener).on('tlsClientError', () => undefined),
        'https',
      ),
    h2: (answer, options, listener) => {
      const server = createSecureServer(options);
      server.on('stream', (stream, headers) => {
        stream.on('error', () => undefined);
        answer(stream, headers);
      });
      server.on('session', (session) => session.on('error', () => undefined));
      server
        .on('tlsClientError', () => undefined)
        .on('unknownProtocol', (socket: Socket) => socket.destroy());
      if (listener !== undefined)
        server.on('request', (request, response) => {
          if (request.httpVersion.startsWith('1.'))
            listener(...([request, response] as unknown as Parameters<RequestListener>));
        });
      return start(server, 'https');
    },
    tls: (talk, options) => start(createTlsServer(options, talk), 'https'),
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
          guard: () => Promise.resolve(undefined),
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

/** The text of a response, or the error as JSON. */
export const formatOutcome = (outcome: Awaited<ReturnType<OtherEnd['send']>>): string =>
  E.isRight(outcome) ? Buffer.from(outcome.right.body).toString() : JSON.stringify(outcome.left);

/** Responds with the method, the target, the raw fields and the body of the request as JSON. */
export const describeRequest: RequestListener = (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { method, url, rawHeaders } = request;
    const body = Buffer.concat(chunks).toString('latin1');
    response.end(JSON.stringify({ method, url, headers: rawHeaders, body }));
  });
};
