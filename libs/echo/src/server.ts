import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { createBusyResponse, endConnection, type Handler, listen } from '@tandem/node/http';
import { holdContinue } from './answer.js';
import { createEchoListener } from './listener.js';
import { type EchoOptions, maxHeaderBytes } from './options.js';
import { formatErrorBody } from './refusal.js';

const pendingResponses = new WeakMap<Duplex, ServerResponse[]>();

const dropSent = (responses: ServerResponse[]): void => {
  while (responses[0]?.writableFinished === true) responses.shift();
};

/** Records a response until it has been sent and another request has arrived on the same connection. */
const noteResponse = (socket: Duplex, response: ServerResponse): void => {
  const responses = pendingResponses.get(socket);
  if (responses === undefined) pendingResponses.set(socket, [response]);
  else {
    dropSent(responses);
    responses.push(response);
  }
};

/** Finds the oldest response of a connection that has not been sent although its request has arrived completely. */
const findUnansweredResponse = (socket: Duplex): ServerResponse | undefined => {
  const responses = pendingResponses.get(socket) ?? [];
  dropSent(responses);
  return responses[0]?.req.complete === true ? responses[0] : undefined;
};

/** The address and limits of an echo server. */
export interface EchoServerOptions extends EchoOptions {
  /** The address to listen on. Defaults to 127.0.0.1. */
  readonly host?: string;
  /** The port to listen on. Defaults to 0: the system chooses a port. */
  readonly port?: number;
  /** Maximum number of open connections; default 4,096. Further connections are answered with 503. */
  readonly maxConnections?: number;
  /** Maximum time for a request to arrive, including its body, in milliseconds; default 300,000. */
  readonly requestTimeoutMs?: number;
}

const defaults = { maxConnections: 4_096 } as const;

/** A running echo server. */
export interface EchoServer {
  /** The URL `http://host:port`, without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** Waits up to `graceMs` milliseconds for running requests, then closes every connection. */
  readonly stop: (graceMs?: number) => Promise<void>;
}

/** An error of Node's parser. `rawPacket` contains what could not be parsed. */
type SocketError = Error & { readonly code?: string; readonly rawPacket?: Buffer };

const sentences: Readonly<Record<string, readonly [status: number, sentence: string]>> = {
  HPE_HEADER_OVERFLOW: [431, `The request line and headers are longer than ${String(maxHeaderBytes)} bytes.`],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
  HPE_INVALID_URL: [400, 'The request target has bytes that a URL cannot contain; percent-encode them.'],
  HPE_INVALID_METHOD: [400, 'The method is not supported by Node (see http.METHODS).'],
};

/** Whether bytes start a TLS handshake (RFC 8446, section 5.1). */
const isTls = (bytes: Buffer | undefined): boolean => bytes?.[0] === 0x16 && bytes[1] === 3;

const describeSocketError = ({
  code = '',
  rawPacket,
}: SocketError): readonly [status: number, sentence: string] => {
  if (isTls(rawPacket))
    return [
      400,
      'The client began a TLS handshake, but this port speaks plain HTTP. Use http:// in the URL.',
    ];
  return (
    (Object.hasOwn(sentences, code) ? sentences[code] : undefined) ?? [
      400,
      'The request is not valid HTTP/1.1.',
    ]
  );
};

const formatRawAnswer = (status: number, sentence: string, headers: readonly string[] = []): string => {
  const text = formatErrorBody(sentence, status);
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
    ...headers,
    '',
    text,
  ].join('\r\n');
};

/**
 * Refuses the bytes at the end of a connection that Node could not parse, once the complete requests before
 * them are answered.
 */
const refuseLastBytes = (socket: Duplex, error: SocketError): void => {
  const owed = findUnansweredResponse(socket);
  const isGone =
    error.code === 'ECONNRESET' || (error.code === 'HPE_INVALID_EOF_STATE' && owed !== undefined);
  if (!socket.writable || isGone) socket.destroy();
  else if (owed === undefined) endConnection(socket, formatRawAnswer(...describeSocketError(error)));
  else
    owed.once('close', () => {
      refuseLastBytes(socket, error);
    });
};

/** Answers requests that Node would refuse without calling the handler, or with an answer in another form. */
const answerRefusedRequests = (server: Server, handle: Handler): void => {
  server.on('checkContinue', (request: IncomingMessage, response) => {
    holdContinue(request, response);
    handle(request, response);
  });
  server.on('checkExpectation', (request, response) => {
    handle(request, response);
  });
  server.on('clientError', (error: SocketError, socket) => {
    refuseLastBytes(socket, error);
  });
  server.on('connect', (_request, socket) => {
    endConnection(
      socket,
      formatRawAnswer(405, 'This server is not a proxy.', [
        'Allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
      ]),
    );
  });
};

/**
 * Starts an echo server.
 * @throws the socket's error, such as EADDRINUSE or EACCES
 */
export const startEchoServer = async (options: EchoServerOptions = {}): Promise<EchoServer> => {
  const answer = createEchoListener(options);
  const handle: Handler = (request, response) => {
    noteResponse(request.socket, response);
    answer(request, response);
  };
  const { server, url, port, close } = await listen(handle, {
    ...(options.host === undefined ? {} : { host: options.host }),
    ...(options.port === undefined ? {} : { port: options.port }),
    maxConnections: options.maxConnections ?? defaults.maxConnections,
    ...(options.requestTimeoutMs === undefined ? {} : { requestTimeoutMs: options.requestTimeoutMs }),
    busy: createBusyResponse(undefined, ['Access-Control-Allow-Origin: *']),
    http: { maxHeaderSize: maxHeaderBytes, requireHostHeader: false },
  });
  server.maxHeadersCount = 0;
  answerRefusedRequests(server, handle);
  return { url, port, stop: close };
};
