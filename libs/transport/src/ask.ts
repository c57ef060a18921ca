import type {
  Connection,
  PreparedRequest,
  HeaderList,
  Hop,
  NetworkTimes,
  OutgoingRequest,
} from '@tandem/core';
import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';

import type { Digests } from './auth/digest.js';
import { addAuth } from './auth/with-auth.js';
import type { Attempt, Attempts } from './attempt.js';
import type { ConnectionTracker } from './connection/connect.js';
import { getErrorCode, UnansweredConnection } from './errors.js';
import type { Line } from './connection/line.js';
import { methodsExpectingBody, toHeaderPairs, type Wire, toWire } from './request/outgoing.js';
import { H2Failure, http11Required } from './h2/h2-session.js';
import type { H2Mode, H2Sessions } from './h2/h2-sessions.js';
import { type IsOwnPort, refuseOwnUrl } from './connection/own-servers.js';
import type { Proxy } from './proxy/proxy.js';
import { ProxyFailure, createProxyRefusal } from './proxy/proxy-failure.js';
import { toDepartingRequest, toForwardedWire, isProxyResponse } from './proxy/through.js';
import { rejectOnAbort } from './timeout.js';

/** Converts the raw header fields of undici to pairs with lowercase names. */
const readRawHeaders = (raw: readonly (string | Buffer)[]): HeaderList =>
  toHeaderPairs(raw.map((one) => (Buffer.isBuffer(one) ? one.toString('latin1') : one))).map(
    ([name, value]) => [name.toLowerCase(), value],
  );

/** The lines of the request's head that undici omits: without a body, it writes a length only for methods that usually have one. */
const formatMissingHead = ({ saysEmpty, method }: Wire): string =>
  saysEmpty === true && !methodsExpectingBody.includes(method) ? 'Content-Length: 0\r\n' : '';

/** The connections and state that all requests with the same connection settings share. */
export interface Network {
  readonly pool: Dispatcher;
  /** Creates a dispatcher for one request, without keep-alive. `leave` closes it when that request has ended. */
  readonly fresh: () => { readonly dispatcher: Dispatcher; readonly leave: () => void };
  /** Creates a dispatcher with one connection, for the requests of one exchange. */
  readonly line: () => Line;
  readonly h2: H2Sessions;
  readonly connecting: ConnectionTracker;
  readonly attempts: Attempts;
  readonly isOwnPort: IsOwnPort;
  readonly proxy: Proxy | undefined;
  /** Whether the proxy has asked for credentials. */
  readonly proxyAsks: { yes: boolean };
}

/** The state of one exchange: a request with its redirects and its answers to challenges. */
export interface ExchangeState {
  /** @throws UnsendableError if the proxy for a URL cannot be used */
  readonly networkFor: (url: string) => Network;
  /** The digest challenges that servers have sent. */
  readonly digests: Digests;
  /** Aborted on a timeout, or when the call is cancelled. */
  readonly signal: AbortSignal;
  /** The versions of HTTP that may be used. */
  readonly http: '1.1' | H2Mode;
  /** The current request of the exchange: its URL, its proxy, why it is sent, and whether a request was repeated. */
  readonly at: { url: string; proxy?: string | undefined; hop: Hop; repeated: boolean };
  /**
   * Resolves if the request may be sent.
   * @throws UnsendableError with the guard's fault
   */
  readonly permit: (request: PreparedRequest) => Promise<void>;
}

/** The head of a response whose body has not been read yet. */
export interface Head {
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderList;
  readonly body: Readable;
  /** Discards the body. Reads up to `limit` bytes of it, so that the connection can be used again. */
  readonly discard: (limit: number) => Promise<void>;
  readonly times: Omit<NetworkTimes, 'download'>;
  readonly connection: Connection | undefined;
}

/** The durations of the phases so far. The phases of connecting are among them only if the connection was opened for this request. */
const measureTimes = ({ asked, written, opened }: Attempt): Head['times'] => ({
  ...(opened !== undefined && opened.began >= asked ? opened.times : {}),
  waiting: performance.now() - (written ?? asked),
});

const isProxyFailure = (error: unknown): boolean =>
  error instanceof ProxyFailure || (error instanceof Error && error.cause instanceof ProxyFailure);

/** Sends one request with one dispatcher. Sends it again if the connection that it waited for was given up by another request. */
const attemptRequest = async (
  dispatcher: Dispatcher,
  { connecting, attempts, signal }: Pick<Network, 'connecting' | 'attempts'> & Pick<ExchangeState, 'signal'>,
  wire: Wire,
  attempt: Attempt,
): Promise<Head> => {
  const recorded = attempts.recordWith(dispatcher, attempt);
  for (;;) {
    try {
      const response = await connecting.during(wire.origin, () =>
        rejectOnAbort(recorded.request({ ...wire, signal, responseHeaders: 'raw' }), signal),
      );
      // With `responseHeaders`, the headers are a list, which the declared type does not say.
      const headers: unknown = response.headers;
      return {
        status: response.statusCode,
        statusText: response.statusText,
        headers: readRawHeaders(headers as (string | Buffer)[]),
        body: response.body,
        discard: (limit) => response.body.dump({ limit }),
        times: measureTimes(attempt),
        connection: attempt.connection,
      };
    } catch (error) {
      const code = getErrorCode(error);
      // If a proxy closed the connection, the error already has a message of its own.
      if (code === 'ECONNRESET' && !attempt.answered && !isProxyFailure(error))
        throw new UnansweredConnection(attempt.connection !== undefined);
      if (code !== 'CONNECTION_GIVEN_UP' || signal.aborted) throw error;
    }
  }
};

/** Idempotent methods (RFC 9110, section 9.2.2). */
const idempotent = ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE'];

/**
 * A request may be repeated if the server closed a connection from an earlier request before it answered this one (RFC 9112, section
 * 9.3.1). The body is completely in memory, so it can be sent again.
 */
const canRepeat = (error: unknown, { method }: Wire, { reused, answered }: Attempt): boolean =>
  reused && !answered && idempotent.includes(method) && ['ECONNRESET', 'EPIPE'].includes(getErrorCode(error));

/** Sends one request over HTTP/2, and sends it again if the server has not acted on it. Undefined if it must be sent over HTTP/1.1. */
const attemptHttp2 = async (
  state: Network & ExchangeState,
  wire: Wire,
  attempt: Attempt,
  line?: Line,
): Promise<Head | undefined> => {
  const { h2, signal, http: mode } = state;
  if (mode === '1.1' || (line !== undefined && mode === 'auto')) return undefined;
  if (line !== undefined) throw new H2Failure('HTTP2_ONE_CONNECTION');
  if (!wire.origin.startsWith('https:')) {
    if (mode === 'auto') return undefined;
    throw new H2Failure('HTTP2_NEEDS_TLS');
  }
  for (let again = false; ; again = true) {
    try {
      const session = await h2.to(wire.origin, mode, signal, again);
      if (session === undefined) return undefined;
      const response = await session.ask(wire, signal, attempt);
      return {
        ...response,
        statusText: '',
        discard: () => Promise.resolve(void response.body.on('error', () => undefined).destroy()),
        times: measureTimes(attempt),
        connection: attempt.connection,
      };
    } catch (error) {
      if (mode === 'auto' && getErrorCode(error) === http11Required) {
        h2.avoid(wire.origin);
        return undefined;
      }
      const isUnprocessed = error instanceof H2Failure && error.unprocessed;
      if (again || signal.aborted || !(isUnprocessed || canRepeat(error, wire, attempt))) throw error;
    }
    state.at.repeated = true;
  }
};

/** Sends one request over HTTP/1.1. Sends it again on a new connection if the server had closed the connection from an earlier request. */
const attemptHttp1 = async (
  state: Network & ExchangeState,
  wire: Wire,
  attempt: Attempt,
  line?: Line,
): Promise<Head> => {
  if (line !== undefined) return attemptRequest(line.dispatcher, state, wire, attempt);
  try {
    return await attemptRequest(state.pool, state, wire, attempt);
  } catch (error) {
    if (state.signal.aborted || !canRepeat(error, wire, attempt)) throw error;
  }
  state.at.repeated = true;
  const { dispatcher, leave } = state.fresh();
  try {
    return await attemptRequest(dispatcher, state, wire, attempt);
  } finally {
    leave();
  }
};

/**
 * Sends one request, and returns the head of its response.
 * @param line the connection to send it on; by default any
 * @throws UnsendableError, OwnServerRefusal, ProxyFailure, or the network error
 */
export const ask = async (state: ExchangeState, request: OutgoingRequest, line?: Line): Promise<Head> => {
  const network = state.networkFor(request.url);
  const { proxy } = network;
  state.at.proxy = proxy?.name;
  refuseOwnUrl(network.isOwnPort, request.url);
  const wire = addAuth(await toWire(request), request.auth, state.digests);
  await state.permit(toDepartingRequest(request, wire, state.at.hop, proxy));
  for (;;) {
    const asks = network.proxyAsks.yes;
    const attempt: Attempt = {
      asked: performance.now(),
      more: formatMissingHead(wire),
      reused: false,
      answered: false,
    };
    const all = { ...network, ...state };
    const head =
      (await attemptHttp2(all, wire, attempt, line)) ??
      (await attemptHttp1(all, toForwardedWire(wire, proxy, asks), attempt, line));
    if (!isProxyResponse(head.status, request.url, proxy)) return head;
    head.body.on('error', () => undefined).destroy();
    if (asks || proxy.credentials === undefined)
      throw createProxyRefusal(proxy, head.status, new URL(request.url).host);
    network.proxyAsks.yes = true;
  }
};
