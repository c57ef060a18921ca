import type { ClientHttp2Session, ClientHttp2Stream, OutgoingHttpHeaders } from 'node:http2';
import type { Socket } from 'node:net';
import { PassThrough, pipeline, type Readable } from 'node:stream';
import type { Connection, HeaderList } from '@tandem/core';
import { type Attempt, type ConnectionOpening, describeConnection } from '../attempt.js';
import { getErrorCode } from '../errors.js';
import { toHeaderPairs, type Wire } from '../request/outgoing.js';
import { maxInterimResponses } from '../response/response-head.js';

/** Thrown if HTTP/2 did not deliver a response. */
export class H2Failure extends Error {
  readonly code: string;
  /** Whether the server has certainly not acted on the request, so that it may be sent again (RFC 9113, section 8.7). */
  readonly unprocessed: boolean;
  constructor(code: string, unprocessed = false, cause?: unknown) {
    super(`HTTP/2: ${code}`, { cause });
    this.code = code;
    this.unprocessed = unprocessed;
  }
}

/** The names of failures, by the code in RST_STREAM or GOAWAY (RFC 9113, section 7). */
const failureNames = [
  'NO_ERROR',
  'PROTOCOL_ERROR',
  'INTERNAL_ERROR',
  'FLOW_CONTROL_ERROR',
  'SETTINGS_TIMEOUT',
  'STREAM_CLOSED',
  'FRAME_SIZE_ERROR',
  'REFUSED_STREAM',
  'CANCEL',
  'COMPRESSION_ERROR',
  'CONNECT_ERROR',
  'ENHANCE_YOUR_CALM',
  'INADEQUATE_SECURITY',
  'HTTP_1_1_REQUIRED',
];

const [noErrorCode, refusedStreamCode, cancelCode] = ['NO_ERROR', 'REFUSED_STREAM', 'CANCEL'].map((name) =>
  failureNames.indexOf(name),
);

/** Creates the failure of a stream that was reset with `code`. */
export const createResetFailure = (code: number, cause?: unknown): H2Failure =>
  new H2Failure(`HTTP2_${failureNames[code] ?? code}`, code === refusedStreamCode, cause);

/** The code by which a server asks for HTTP/1.1. */
export const http11Required = 'HTTP2_HTTP_1_1_REQUIRED';

/** Header fields that HTTP/2 does not allow (RFC 9113, section 8.2.2). The value of `host` becomes `:authority`. */
const connectionFields = new Set(['host', 'connection', 'proxy-connection', 'http2-settings']);

/** Methods for which a length is sent even without a body. */
const methodsWithLength = ['POST', 'PUT', 'PATCH'];

/**
 * Converts the header of a request to the fields of HTTP/2 (RFC 9113, section 8.3.1): lowercase names, and a line for each value of a
 * repeated field.
 */
export const toH2Fields = ({ origin, path, method, headers, body, saysEmpty }: Wire): OutgoingHttpHeaders => {
  const lines = new Map<string, readonly [string, ...string[]]>();
  for (const [name, value] of toHeaderPairs(headers)) {
    const before = lines.get(name.toLowerCase());
    lines.set(name.toLowerCase(), before === undefined ? [value] : [...before, value]);
  }
  const length = body === null ? 0 : Buffer.byteLength(body);
  if (body !== null || saysEmpty === true || methodsWithLength.includes(method))
    lines.set('content-length', [String(length)]);
  const { host, protocol } = new URL(origin);
  return {
    ':method': method,
    ':authority': lines.get('host')?.[0] ?? host,
    ':scheme': protocol.slice(0, -1),
    ':path': path,
    ...Object.fromEntries(
      [...lines].flatMap(([name, [first, ...more]]) => {
        if (connectionFields.has(name) || (name === 'te' && first.toLowerCase() !== 'trailers')) return [];
        return [[name, more.length === 0 ? first : [first, ...more]]];
      }),
    ),
  };
};

/** The head of a response, with its body as a stream. */
interface H2Response {
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: Readable;
}

/** A connection on which several requests can be sent at a time. */
export interface H2Session {
  /** Resolves when the server has said how many requests it accepts at a time. */
  readonly ready: Promise<void>;
  /** Reserves room for another request. False if there is none. */
  readonly claim: () => boolean;
  readonly isOpen: () => boolean;
  /** Sends a request, and records in the attempt what happens. */
  readonly ask: (wire: Wire, signal: AbortSignal, attempt: Attempt) => Promise<H2Response>;
  /** Closes the connection once the pending responses have arrived. */
  readonly close: () => void;
  readonly destroy: () => void;
}

interface H2SessionOptions {
  readonly opening: ConnectionOpening;
  readonly proxy?: string | undefined;
  readonly keepAliveMs: number;
  readonly maxHeaderBytes: number;
  readonly onClose: () => void;
}

/** How many bytes of bodies may arrive before they are read: of each body, and on each connection. */
const [streamWindow, connectionWindow] = [1_048_576, 33_554_432];

/** The state of a running request. */
interface Exchange {
  readonly stream: ClientHttp2Stream;
  unprocessed: boolean;
  error: unknown;
}

/** Determines why an exchange failed. `broken` is the error of its connection. */
const toExchangeFailure = (
  { stream, unprocessed, error }: Exchange,
  isOver: boolean,
  broken: unknown,
): Error => {
  if (error instanceof H2Failure) return error;
  const known = [error, broken].filter((one) => one instanceof Error);
  // nghttp2 accepts a field section of at most eight frames.
  const long = known.find(({ message }) => message.includes('CONTINUATION'));
  if (long !== undefined) return new H2Failure('UND_ERR_HEADERS_OVERFLOW', false, long);
  if (unprocessed) return new H2Failure('HTTP2_REFUSED_STREAM', true, error);
  if (broken instanceof Error && !getErrorCode(broken).startsWith('ERR_HTTP2')) return broken;
  const { rstCode } = stream;
  if (rstCode === noErrorCode || (isOver && rstCode === cancelCode))
    return new H2Failure('ECONNRESET', false, error);
  return createResetFailure(rstCode, error);
};

/**
 * Creates the stream of a response's body. If the stream is reset, the body ends with an error, even if Node treats the reset as the end.
 */
const createBodyStream = (stream: ClientHttp2Stream, failure: () => Error): Readable => {
  const body = new PassThrough({
    flush: (done) => {
      done(stream.rstCode === noErrorCode ? null : failure());
    },
  });
  stream.once('error', () => body.destroy(failure()));
  pipeline(stream, body, () => undefined);
  return body;
};

/** The state of a connection. */
interface Link {
  readonly session: ClientHttp2Session;
  readonly socket: Socket;
  readonly active: Set<Exchange>;
  /** The first error of the connection. */
  broken: unknown;
  /** Whether the connection accepts no more requests. */
  leaving: boolean;
}

/** Resolves when the server has said how many requests it accepts at a time. */
const waitUntilReady = (link: Link): Promise<void> =>
  new Promise((resolve, reject) => {
    const { session, socket } = link;
    const fail = () => reject(link.broken instanceof Error ? link.broken : new H2Failure('ECONNRESET'));
    session.once('remoteSettings', () => resolve()).once('close', fail);
    // If an alert arrives before the first frame, Node tells only the socket about it.
    socket.once('error', (error) => {
      link.broken ??= error;
      fail();
      socket.destroy();
    });
  });

/** Ends the streams that a GOAWAY excludes. The server has not acted on these and will not (RFC 9113, section 6.8). */
const endExcludedStreams = (link: Link, lastStreamId: number): void => {
  link.leaving = true;
  for (const exchange of link.active) {
    const { id } = exchange.stream;
    if (id !== undefined && id <= lastStreamId) continue;
    exchange.unprocessed = true;
    exchange.stream.close(cancelCode);
  }
};

/** Waits for the head of a response. */
const waitForResponse = (
  exchange: Exchange,
  attempt: Attempt,
  failure: () => Error,
  onClose: () => void,
): Promise<H2Response> =>
  new Promise((resolve, reject) => {
    const { stream } = exchange;
    let interim = 0;
    stream.on('headers', () => {
      attempt.answered = true;
      interim += 1;
      if (interim <= maxInterimResponses) return;
      exchange.error = new H2Failure('TOO_MANY_INTERIM');
      stream.close(cancelCode);
    });
    stream.once('response', (head, _, ...raw: readonly unknown[]) => {
      attempt.answered = true;
      // The declared type of the event lacks the raw fields.
      const [fields] = raw as readonly [readonly string[]];
      resolve({
        status: Number(head[':status']),
        headers: toHeaderPairs(fields).filter(([name]) => !name.startsWith(':')),
        body: createBodyStream(stream, failure),
      });
    });
    stream.on('error', (error) => {
      exchange.error ??= error;
    });
    stream.once('close', () => {
      onClose();
      // The error of the connection may arrive after its streams were closed.
      setImmediate(() => reject(failure()));
    });
  });

const beginAttempt = (
  attempt: Attempt,
  facts: Omit<Connection, 'reused'>,
  reused: boolean,
  opening: ConnectionOpening,
): void => {
  attempt.reused = reused;
  attempt.answered = false;
  attempt.connection = { ...facts, reused };
  attempt.written = performance.now();
  if (reused) delete attempt.opened;
  else attempt.opened = opening;
};

const getLink = (origin: string, socket: Socket, maxHeaderBytes: number): Link => {
  // Most requests use HTTP/1.1, so this part of Node is loaded by the first session.
  const { connect } = process.getBuiltinModule('node:http2');
  const session = connect(origin, {
    createConnection: () => socket,
    maxHeaderListPairs: Math.ceil(maxHeaderBytes / 64),
    settings: { enablePush: false, initialWindowSize: streamWindow, maxHeaderListSize: maxHeaderBytes },
  });
  session.setLocalWindowSize(connectionWindow);
  const link: Link = { session, socket, active: new Set(), broken: undefined, leaving: false };
  session.on('error', (error) => {
    link.broken ??= error;
  });
  session.on('goaway', (_, lastStreamId: number) => endExcludedStreams(link, lastStreamId));
  return link;
};

/** Starts to use HTTP/2 (RFC 9113) on a connection on which both sides have agreed on it. */
export const startSession = (origin: string, socket: Socket, options: H2SessionOptions): H2Session => {
  const { opening, proxy, keepAliveMs, maxHeaderBytes, onClose } = options;
  const facts = describeConnection(socket, proxy);
  const link = getLink(origin, socket, maxHeaderBytes);
  const { session, active } = link;
  let used = false;
  let claimed = 0;
  let idle: NodeJS.Timeout | undefined;
  const close = () => {
    link.leaving = true;
    if (!session.closed) session.close();
  };
  const rest = () => {
    if (active.size > 0) return;
    session.unref();
    if (link.leaving) close();
    else idle = setTimeout(close, keepAliveMs).unref();
  };
  session.once('close', () => {
    link.leaving = true;
    clearTimeout(idle);
    onClose();
  });
  const isOpen = () => !link.leaving && !session.closed && !session.destroyed;
  rest();
  return {
    ready: waitUntilReady(link),
    claim: () => {
      const under = active.size + claimed;
      const most = session.remoteSettings.maxConcurrentStreams ?? Infinity;
      if (!isOpen() || (under > 0 && under >= most)) return false;
      claimed += 1;
      return true;
    },
    isOpen,
    ask: async (wire, signal, attempt) => {
      claimed = Math.max(0, claimed - 1);
      if (!isOpen()) throw new H2Failure('HTTP2_REFUSED_STREAM', true);
      const stream = session.request(toH2Fields(wire), { endStream: wire.body === null, signal });
      const exchange: Exchange = { stream, unprocessed: false, error: undefined };
      active.add(exchange);
      clearTimeout(idle);
      session.ref();
      beginAttempt(attempt, facts, used, opening);
      used = true;
      const failure = () => toExchangeFailure(exchange, session.destroyed || socket.destroyed, link.broken);
      const response = waitForResponse(exchange, attempt, failure, () => {
        active.delete(exchange);
        // The connection may be dead: a request was cancelled before any response arrived on it.
        if (signal.aborted && !attempt.answered) link.leaving = true;
        rest();
      });
      if (wire.body !== null) stream.end(wire.body);
      return response;
    },
    close,
    destroy: () => session.destroy(),
  };
};
