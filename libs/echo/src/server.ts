import type { IncomingMessage, OutgoingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

import { listen } from '@tandem/http';

import { createEchoApp } from './app.js';
import { holdContinue } from './continue.js';
import { type EchoOptions, maxHeaderBytes } from './options.js';
import { errorText } from './refusal.js';

/** Where the echo server listens, beside what it does. */
export interface EchoServerOptions extends EchoOptions {
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Default 0: the system chooses. */
  readonly port?: number;
}

/** An echo server that listens, until it is stopped. */
export interface EchoServer {
  /** `http://host:port`, without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** Lets running requests end, for at most `graceMs` milliseconds, then closes every connection. */
  readonly stop: (graceMs?: number) => Promise<void>;
}

type SocketError = Error & { readonly code?: string };

const sentenceFor = ({ code }: SocketError): readonly [status: number, sentence: string] => {
  if (code === 'HPE_HEADER_OVERFLOW')
    return [431, `The head of the request is longer than ${String(maxHeaderBytes)} bytes.`];
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return [413, 'The chunk extensions are too long.'];
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return [408, 'The request took too long to arrive.'];
  return [400, 'This is no HTTP/1.1 request.'];
};

const rawAnswer = (status: number, sentence: string): string => {
  const text = errorText(sentence, status);
  const reasons: Readonly<Record<number, string>> = {
    405: 'Method Not Allowed',
    408: 'Request Timeout',
    413: 'Content Too Large',
    431: 'Request Header Fields Too Large',
  };
  return [
    `HTTP/1.1 ${String(status)} ${reasons[status] ?? 'Bad Request'}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${String(Buffer.byteLength(text))}`,
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    'Access-Control-Allow-Origin: *',
    'Connection: close',
    '',
    text,
  ].join('\r\n');
};

/** Whether an answer is under way on a socket; a second one would garble it. node keeps the fact to itself. */
const isAnswering = (socket: Duplex): boolean =>
  (socket as Duplex & { _httpMessage?: OutgoingMessage | null })._httpMessage?.headersSent === true;

/** What node would refuse without the error shape, or without telling the handler. */
const answerWhatNodeRefuses = (
  server: Server,
  handle: ReturnType<ReturnType<typeof createEchoApp>['callback']>,
): void => {
  server.on('checkContinue', (request: IncomingMessage, response) => {
    holdContinue(request, response);
    void handle(request, response);
  });
  server.on('checkExpectation', (request, response) => void handle(request, response));
  server.on('clientError', (error: SocketError, socket) => {
    if (socket.writable && error.code !== 'ECONNRESET' && !isAnswering(socket))
      socket.end(rawAnswer(...sentenceFor(error)));
    else socket.destroy();
  });
  server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy());
    socket.end(rawAnswer(405, 'This server is no proxy.'));
  });
};

/**
 * Starts an echo server of its own.
 * @throws the socket's error, such as EADDRINUSE or EACCES
 */
export const startEchoServer = async (options: EchoServerOptions = {}): Promise<EchoServer> => {
  const handle = createEchoApp(options).callback();
  const { server, url, port, close } = await listen((request, response) => void handle(request, response), {
    ...(options.host === undefined ? {} : { host: options.host }),
    ...(options.port === undefined ? {} : { port: options.port }),
    http: { maxHeaderSize: maxHeaderBytes, requireHostHeader: false },
  });
  server.maxHeadersCount = 0;
  answerWhatNodeRefuses(server, handle);
  return { url, port, stop: close };
};
