import type { Readable } from 'node:stream';

import type {
  ExecutionFault,
  HeaderList,
  IncomingResponse,
  OutgoingRequest,
  SendFailure,
  SendOptions,
} from '@tandem/core';
import { E, TE } from '@tandem/core/fp';
import type { Dispatcher } from 'undici';

import type { Attempt, Attempts } from './attempt.js';
import { collect, TooLarge, TooManyCodings } from './collect.js';
import type { Connecting } from './connecting.js';
import {
  cancelledFault,
  codeOf,
  codingsFault,
  networkFault,
  redirectsFault,
  timeoutFault,
  tooLargeFault,
} from './faults.js';
import { type Wire, wireOf } from './outgoing.js';
import { type IsOwnPort, refuseOwnUrl } from './own-servers.js';
import { redirected } from './redirect.js';

type Outcome = E.Either<SendFailure, IncomingResponse>;

/** Raw header fields as undici gives them, names in lower case. */
const pairsOf = (raw: readonly (string | Buffer)[]): HeaderList => {
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

const field = (headers: HeaderList, name: string): string | undefined =>
  headers.find(([key]) => key === name)?.[1];

/** The values of a field that holds a list, of all its lines (RFC 9110, section 5.3). */
const listed = (headers: HeaderList, name: string): string =>
  headers.flatMap(([key, value]) => (key === name ? [value] : [])).join(', ');

/** What every send of one transport shares. */
export interface Network {
  readonly pool: Dispatcher;
  /** A dispatcher without kept connections, for one request; `leave` closes it once that has ended. */
  readonly fresh: () => { readonly dispatcher: Dispatcher; readonly leave: () => void };
  readonly connecting: Connecting;
  readonly attempts: Attempts;
  readonly isOwnPort: IsOwnPort;
}

interface Exchange extends Network {
  readonly options: SendOptions;
  /** Aborts at the deadline or when the call is cancelled. */
  readonly signal: AbortSignal;
  readonly began: number;
  /** The URL that is being asked, which redirects change, and whether a request was sent twice. */
  readonly at: { url: string; repeated: boolean };
  /** Bodies of redirects. */
  readonly dropped: Readable[];
}

interface Head {
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderList;
  readonly body: Dispatcher.ResponseData['body'];
}

/** What `work` gives, or a rejection as soon as the signal aborts: undici does not listen while it connects. */
const unlessAborted = <A>(work: Promise<A>, signal: AbortSignal): Promise<A> =>
  new Promise((resolve, reject) => {
    const stop = () => reject(new Error('aborted'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });

/** One request by one dispatcher. A connection that others have given up is asked for again. */
const attemptOn = async (
  dispatcher: Dispatcher,
  { connecting, attempts, signal }: Exchange,
  wire: Wire,
  attempt: Attempt,
): Promise<Head> => {
  const noting = attempts.noting(dispatcher, attempt);
  for (;;) {
    try {
      const response = await connecting.during(wire.origin, () =>
        unlessAborted(noting.request({ ...wire, signal, responseHeaders: 'raw' }), signal),
      );
      return {
        status: response.statusCode,
        statusText: response.statusText,
        headers: pairsOf(response.headers as unknown as (string | Buffer)[]),
        body: response.body,
      };
    } catch (error) {
      if (codeOf(error) !== 'CONNECTION_GIVEN_UP' || signal.aborted) throw error;
    }
  }
};

/** Methods that do the same once or twice (RFC 9110, section 9.2.2). */
const idempotent = ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE'];

/**
 * Whether a request may be sent again (RFC 9112, section 9.3.1): the server closed a kept connection while the request
 * was on its way, so nothing came back. Bodies are at hand whole, so each can be repeated.
 */
const mayRepeat = (error: unknown, { method }: Wire, { reused, answered }: Attempt): boolean =>
  reused && !answered && idempotent.includes(method) && ['ECONNRESET', 'EPIPE'].includes(codeOf(error));

const ask = async (state: Exchange, request: OutgoingRequest): Promise<Head> => {
  refuseOwnUrl(state.isOwnPort, request.url);
  const wire = await wireOf(request);
  const attempt = { reused: false, answered: false };
  try {
    return await attemptOn(state.pool, state, wire, attempt);
  } catch (error) {
    if (state.signal.aborted || !mayRepeat(error, wire, attempt)) throw error;
  }
  state.at.repeated = true;
  const { dispatcher, leave } = state.fresh();
  try {
    return await attemptOn(dispatcher, state, wire, attempt);
  } finally {
    leave();
  }
};

const read = async ({ options, began, at }: Exchange, head: Head, url: string): Promise<Outcome> => {
  const { status, statusText, headers } = head;
  const arrived = (body: Uint8Array): IncomingResponse => ({
    status,
    statusText,
    headers,
    body,
    time: performance.now() - began,
    url,
    ...(at.repeated ? { repeated: true } : {}),
  });
  try {
    const body = await collect(head.body, listed(headers, 'content-encoding'), options.maxBytes);
    return E.right(arrived(body));
  } catch (error) {
    head.body.on('error', () => undefined).destroy();
    if (error instanceof TooLarge) {
      return E.left({ fault: tooLargeFault(options.maxBytes), response: arrived(error.read) });
    }
    if (error instanceof TooManyCodings) {
      return E.left({ fault: codingsFault(error.codings, url), response: arrived(new Uint8Array()) });
    }
    // A 304 may announce the length of what it leaves out (RFC 9110, section 8.6), and a 204 does though it may not;
    // undici misses those bytes.
    if ((status === 304 || status === 204) && codeOf(error) === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') {
      return E.right(arrived(new Uint8Array()));
    }
    throw error;
  }
};

/** Takes what is left of a redirect's body, so that its connection can be used again, while the next hop begins. */
const drop = ({ dropped }: Exchange, { body }: Head) => {
  dropped.push(body);
  body.dump({ limit: 131_072 }).catch(() => undefined);
};

const exchange = async (state: Exchange, first: OutgoingRequest): Promise<Outcome> => {
  let request = first;
  for (let followed = 0; ; followed++) {
    state.at.url = request.url;
    const head = await ask(state, request);
    const next = state.options.followRedirects
      ? redirected(request, head.status, field(head.headers, 'location'))
      : undefined;
    if (next === undefined) return read(state, head, request.url);
    if (followed >= state.options.maxRedirects) {
      const outcome = await read(state, head, request.url);
      const fault = redirectsFault(state.options.maxRedirects);
      return E.left(E.isRight(outcome) ? { fault, response: outcome.right } : { fault });
    }
    drop(state, head);
    request = next;
  }
};

/** What is refused before a connection is made: METHOD_INVALID, HEADER_INVALID or OWN_SERVER_REFUSED. */
export const check =
  (isOwnPort: IsOwnPort) =>
  (request: OutgoingRequest): TE.TaskEither<ExecutionFault, void> =>
    TE.tryCatch(
      async () => {
        refuseOwnUrl(isOwnPort, request.url);
        await wireOf(request);
      },
      (error) => networkFault(error, request.url),
    );

/**
 * Sends a request and reads the answer whole, within one deadline.
 * @returns a Left with TIMEOUT, CANCELLED, NETWORK_ERROR, TLS_ERROR, HEADER_INVALID, METHOD_INVALID, TOO_MANY_REDIRECTS,
 * OWN_SERVER_REFUSED or RESPONSE_TOO_LARGE
 */
export const send = async (
  network: Network,
  request: OutgoingRequest,
  options: SendOptions,
): Promise<Outcome> => {
  const deadline = new AbortController();
  const reason = (): ExecutionFault | undefined =>
    options.signal.aborted
      ? cancelledFault
      : deadline.signal.aborted
        ? timeoutFault(options.timeoutMs)
        : undefined;
  const stop = () => {
    deadline.abort();
  };
  const at = { url: request.url, repeated: false };
  const dropped: Readable[] = [];
  const timer = setTimeout(stop, options.timeoutMs);
  options.signal.addEventListener('abort', stop, { once: true });
  try {
    if (options.signal.aborted) return E.left({ fault: cancelledFault });
    const began = performance.now();
    return await exchange({ ...network, options, signal: deadline.signal, began, at, dropped }, request);
  } catch (error) {
    return E.left({ fault: reason() ?? networkFault(error, at.url) });
  } finally {
    clearTimeout(timer);
    options.signal.removeEventListener('abort', stop);
    for (const body of dropped) if (!body.readableEnded) body.on('error', () => undefined).destroy();
  }
};
