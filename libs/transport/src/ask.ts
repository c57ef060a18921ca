import type { ExecutionFault, HeaderList, OutgoingRequest } from '@tandem/core';
import { TE } from '@tandem/core/fp';
import type { Dispatcher } from 'undici';

import type { Attempt, Attempts } from './attempt.js';
import type { Connecting } from './connecting.js';
import { codeOf, networkFault } from './faults.js';
import { type Wire, wireOf } from './outgoing.js';
import { type IsOwnPort, refuseOwnUrl } from './own-servers.js';

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

/** What every send of one transport shares. */
export interface Network {
  readonly pool: Dispatcher;
  /** A dispatcher without kept connections, for one request; `leave` closes it once that has ended. */
  readonly fresh: () => { readonly dispatcher: Dispatcher; readonly leave: () => void };
  readonly connecting: Connecting;
  readonly attempts: Attempts;
  readonly isOwnPort: IsOwnPort;
}

/** What one exchange needs to ask, redirects included. */
export interface Asking extends Network {
  /** Aborts at the deadline or when the call is cancelled. */
  readonly signal: AbortSignal;
  /** The URL that is being asked, which redirects change, and whether a request was sent twice. */
  readonly at: { url: string; repeated: boolean };
}

/** A response whose body is still to be read. */
export interface Head {
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
  { connecting, attempts, signal }: Asking,
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

/**
 * The head of the response to one request.
 * @throws Unsendable, OwnServer, or what the network says
 */
export const ask = async (state: Asking, request: OutgoingRequest): Promise<Head> => {
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
