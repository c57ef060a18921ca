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
import { methodsExpectingBody, type Wire, toWire } from './request/outgoing.js';
import { H2Failure, http11Required } from './h2/h2-session.js';
import type { H2Mode, H2Sessions } from './h2/h2-sessions.js';
import { type IsOwnPort, refuseOwnUrl } from './connection/own-servers.js';
import type { Proxy } from './proxy/proxy.js';
import { ProxyFailure, createProxyRefusal } from './proxy/proxy-failure.js';
import { toDepartingRequest, toForwardedWire, isProxyResponse } from './proxy/through.js';
import { rejectOnAbort } from './timeout.js';

/** The raw header fields from undici, with names in lower case. */
const toHeaderPairs = (raw: readonly (string | Buffer)[]): HeaderList => {
  const pairs: [string, string][] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const [name, value] = [raw[i], raw[i + 1]];
    pairs.push([
      String(name).toLowerCase(),
      Buffer.isBuffer(value) ? value.toString('latin1') : String(value),
    ]);
  }
  return pairs;
};

/** The head lines that undici omits: without a body, undici writes a length only for methods that expect a body. */
const formatMissingHead = ({ saysEmpty, method }: Wire): string =>
  saysEmpty === true && !methodsExpectingBody.includes(method) ? 'Content-Length: 0\r\n' : '';

/** What all requests with the same connection settings share. */
export interface Network {
  readonly pool: Dispatcher;
  /** Creates a dispatcher for a single request, without keep-alive; `leave` closes it after that request. */
  readonly fresh: () => { readonly dispatcher: Dispatcher; readonly leave: () => void };
  /** Creates a dispatcher with a single connection for the requests of one exchange. */
  readonly line: () => Line;
  readonly h2: H2Sessions;
  readonly connecting: ConnectionTracker;
  readonly attempts: Attempts;
  readonly isOwnPort: IsOwnPort;
  readonly proxy: Proxy | undefined;
  /** Whether the proxy has asked for credentials. */
  readonly proxyAsks: { yes: boolean };
}

/** The state of one exchange, including its redirects. */
export interface ExchangeState {
  /** @throws Unsendable if the proxy for a URL cannot be used */
  readonly networkFor: (url: string) => Network;
  /** The challenges that servers have sent. */
  readonly digests: Digests;
  /** Aborts on timeout or when the call is cancelled. */
  readonly signal: AbortSignal;
  /** The version of HTTP; default 1.1. */
  readonly http: '1.1' | H2Mode;
  /** Where the exchange currently is: its URL, proxy and hop, and whether a request was repeated. */
  readonly at: { url: string; proxy?: string | undefined; hop: Hop; repeated: boolean };
  /**
   * Resolves if the request may be sent.
   * @throws Unsendable with the guard's fault
   */
  readonly permit: (request: PreparedRequest) => Promise<void>;
}

/** A response whose body has not been read yet. */
export interface Head {
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderList;
  readonly body: Readable;
  /** Discards the body. Reads up to `limit` bytes of it, so that the connection can be reused. */
  readonly discard: (limit: number) => Promise<void>;
  readonly times: Omit<NetworkTimes, 'download'>;
  readonly connection: Connection | undefined;
}

/** The timing phases so far. Connection phases are included if the connection was opened for this request. */
const measureTimes = ({ asked, written, opened }: Attempt): Head['times'] => ({
  ...(opened !== undefined && opened.began >= asked ? opened.times : {}),
  waiting: performance.now() - (written ?? asked),
});

const isProxyFailure = (error: unknown): boolean =>
  error instanceof ProxyFailure || (error instanceof Error && error.cause instanceof ProxyFailure);

/** Sends one request with one dispatcher. Sends it again if another request abandoned the connection that it was waiting for. */
const attemptRequest = async (
  dispatcher: Dispatcher,
  { connecting, attempts, signal }: Pick<Network, 'connecting' | 'attempts'> & Pick<ExchangeState, 'signal'>,
  wire: Wire,
  attempt: Attempt,
): Promise<Head> => {
  const noting = attempts.noting(dispatcher, attempt);
  for (;;) {
    try {
      const response = await connecting.during(wire.origin, () =>
        rejectOnAbort(noting.request({ ...wire, signal, responseHeaders: 'raw' }), signal),
      );
      // `responseHeaders` makes the headers a list, which the declared type does not know.
      const headers: unknown = response.headers;
      return {
        status: response.statusCode,
        statusText: response.statusText,
        headers: toHeaderPairs(headers as (string | Buffer)[]),
        body: response.body,
        discard: (limit) => response.body.dump({ limit }),
        times: measureTimes(attempt),
        connection: attempt.connection,
      };
    } catch (error) {
      const code = getErrorCode(error);
      // A proxy that closes the connection gets its own message.
      if (code === 'ECONNRESET' && !attempt.answered && !isProxyFailure(error))
        throw new UnansweredConnection(error, attempt.connection !== undefined);
      if (code !== 'CONNECTION_GIVEN_UP' || signal.aborted) throw error;
    }
  }
};

/** Idempotent methods (RFC 9110, section 9.2.2). */
const idempotent = ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE'];

/**
 * Whether a request may be repeated (RFC 9112, section 9.3.1): the server closed a keep-alive connection before it sent anything. Bodies
 * are completely in memory, so they can be sent again.
 */
const canRepeat = (error: unknown, { method }: Wire, { reused, answered }: Attempt): boolean =>
  reused && !answered && idempotent.includes(method) && ['ECONNRESET', 'EPIPE'].includes(getErrorCode(error));

/** Sends one request over HTTP/2, and again if the server has not acted on it. Undefined if the request should be sent over HTTP/1.1. */
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

/** Sends one request over HTTP/1.1, and again on a new connection if the server had closed the reused one. */
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
 * Sends one request and returns the head of its response.
 * @param line the connection to use; any connection if omitted
 * @throws Unsendable, OwnServerRefusal, ProxyFailure, or the network error
 */
export const ask = async (state: ExchangeState, request: OutgoingRequest, line?: Line): Promise<Head> => {
  const network = state.networkFor(request.url);
  const { proxy } = network;
  state.at.proxy = proxy?.name;
  refuseOwnUrl(network.isOwnPort, request.url);
  const wire = addAuth(await toWire(request), request.auth, state.digests);
  await state.permit(toDepartingRequest(wire, state.at.hop, proxy));
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
