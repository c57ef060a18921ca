import type { Readable } from 'node:stream';

import type {
  ExecutionFault,
  HeaderList,
  IncomingResponse,
  OutgoingRequest,
  Redirect,
  SendFailure,
  SendOptions,
} from '@tandem/core';
import { getAuthHeader } from '@tandem/core';
import { E, pipe } from '@tandem/core/fp';

import type { ExchangeState, Head } from './ask.js';
import { type AuthExchangeState, askAnswering } from './ask-answering.js';
import {
  type Bounds,
  collect,
  BudgetExceededError,
  memoryStepBytes,
  BodyTooLargeError,
  TooManyCodingsError,
} from './response/collect.js';
import {
  createBusyFault,
  cancelledFault,
  createCodingsFault,
  toNetworkFault,
  createRedirectsFault,
  createSilenceFault,
  createTimeoutFault,
  createTooLargeFault,
} from './faults.js';
import { getErrorCode, UnsendableError } from './errors.js';
import { countBodyBytes } from './request/outgoing.js';
import { createRedirectRequest } from './response/redirect.js';
import { startTimeout } from './timeout.js';

type Outcome = E.Either<SendFailure, IncomingResponse>;

const findHeader = (headers: HeaderList, name: string): string | undefined =>
  headers.find(([key]) => key === name)?.[1];

/** Joins the values of a list field over all its lines (RFC 9110, section 5.3). */
const joinListField = (headers: HeaderList, name: string): string =>
  headers.flatMap(([key, value]) => (key === name ? [value] : [])).join(', ');

interface Exchange extends AuthExchangeState {
  readonly options: SendOptions;
  /** How many milliseconds the exchange took so far, without waiting for memory or for the guard. */
  readonly took: () => number;
  readonly take: Bounds['take'];
  /** The bodies of the redirects that were followed. */
  readonly dropped: Readable[];
  readonly redirects: Redirect[];
  /** Restarts the timeout. */
  readonly restartTimeout: () => void;
}

/** Explains why a response ended early. */
const toExchangeFault = (
  { options, signal }: Pick<Exchange, 'options' | 'signal'>,
  error: unknown,
  { url, proxy }: ExchangeState['at'],
): ExecutionFault => {
  if (options.signal.aborted) return cancelledFault;
  return signal.aborted ? createTimeoutFault(options.timeoutMs) : toNetworkFault(error, url, proxy);
};

const eventStream = /^\s*text\/event-stream\s*(;|$)/i;

/** Collects the chunks of a body. Passes on those of an event stream, whose timeout begins again with each. */
const createBodyCollector = ({ headers }: Head, { options: { onPiece }, restartTimeout }: Exchange) => {
  const isStream = headers.some(([name, value]) => name === 'content-type' && eventStream.test(value));
  const pieces: Uint8Array[] = [];
  const pass = (piece: Uint8Array): void => {
    if (!isStream) return;
    restartTimeout();
    onPiece?.(piece);
  };
  pass(new Uint8Array());
  return {
    isStream,
    pieces,
    add: (piece: Uint8Array): void => {
      pieces.push(piece);
      pass(piece);
    },
  };
};

const readResponse = async (state: Exchange, head: Head, url: string): Promise<Outcome> => {
  const { options, took, at, take } = state;
  const { status, statusText, headers, connection } = head;
  const from = performance.now();
  const { isStream, pieces, add } = createBodyCollector(head, state);
  const arrived = (body: Uint8Array): IncomingResponse => ({
    status,
    statusText,
    headers,
    body,
    time: took(),
    url,
    times: { ...head.times, download: performance.now() - from },
    ...(connection === undefined ? {} : { connection }),
    ...(at.repeated ? { repeated: true } : {}),
  });
  try {
    const body = await collect(head.body, joinListField(headers, 'content-encoding'), {
      maxBytes: options.maxBytes,
      take,
      onPiece: add,
    });
    return E.right(arrived(body));
  } catch (error) {
    head.body.on('error', () => undefined).destroy();
    if (error instanceof BodyTooLargeError) {
      return E.left({ fault: createTooLargeFault(options.maxBytes), response: arrived(error.read) });
    }
    if (error instanceof BudgetExceededError && !options.signal.aborted) {
      const fault = createBusyFault(error.limit, options.timeoutMs);
      return E.left({ fault, response: arrived(new Uint8Array()) });
    }
    if (error instanceof TooManyCodingsError) {
      return E.left({ fault: createCodingsFault(error.codings, url), response: arrived(new Uint8Array()) });
    }
    // undici reports missing bytes for a 304, which may state the length of the body that it omits (RFC 9110, section 8.6), and for a 204,
    // which sometimes states one wrongly.
    if ((status === 304 || status === 204) && getErrorCode(error) === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') {
      return E.right(arrived(new Uint8Array()));
    }
    // The head is complete. If an event stream was stopped, the part of the body that has arrived counts as complete too.
    const isSilent = isStream && state.signal.aborted && !options.signal.aborted;
    const fault = isSilent ? createSilenceFault(options.timeoutMs) : toExchangeFault(state, error, at);
    return E.left({ fault, response: arrived(Buffer.concat(pieces)) });
  }
};

/** Lists the headers that the next request no longer has. */
const findDroppedHeaders = (from: OutgoingRequest, to: OutgoingRequest): readonly string[] => {
  const kept = new Set(to.headers.map(([name]) => name));
  const ofAuth = from.auth !== undefined && to.auth === undefined ? getAuthHeader(from.auth) : undefined;
  return [
    ...from.headers.flatMap(([name]) => (kept.has(name) ? [] : [name])),
    ...(ofAuth === undefined || kept.has(ofAuth) ? [] : [ofAuth]),
  ];
};

/** Discards the rest of a redirect's body while the next request starts, so that the connection can be used again. */
const discardRedirectBody = ({ dropped }: Exchange, { body, discard }: Head) => {
  dropped.push(body);
  discard(131_072).catch(() => undefined);
};

const exchange = async (state: Exchange, first: OutgoingRequest): Promise<Outcome> => {
  let request = first;
  for (let followed = 0; ; followed++) {
    state.at.url = request.url;
    const began = state.took();
    const head = await askAnswering(state, request, (challenged) => discardRedirectBody(state, challenged));
    const next = state.options.followRedirects
      ? createRedirectRequest(request, head.status, findHeader(head.headers, 'location'))
      : undefined;
    if (next === undefined) return readResponse(state, head, request.url);
    if (followed >= state.options.maxRedirects) {
      const outcome = await readResponse(state, head, request.url);
      const fault = createRedirectsFault(state.options.maxRedirects);
      return E.left(E.isRight(outcome) ? { fault, response: outcome.right } : { fault });
    }
    discardRedirectBody(state, head);
    const { method, url } = request;
    state.redirects.push({
      method,
      url,
      location: next.url,
      status: head.status,
      time: state.took() - began,
      nextMethod: next.method,
      droppedHeaders: findDroppedHeaders(request, next),
    });
    state.at.hop = 'redirect';
    request = next;
  }
};

/** Adds to any outcome the redirects that were followed, and the requests that the auth needed. */
const addHops = ({ redirects, steps }: Pick<Exchange, 'redirects' | 'steps'>, outcome: Outcome): Outcome => {
  const hops = {
    ...(redirects.length === 0 ? {} : { redirects }),
    ...(steps.length === 0 ? {} : { steps }),
  };
  return pipe(
    outcome,
    E.bimap(
      (failure): SendFailure => ({ ...failure, ...hops }),
      (response): IncomingResponse => ({ ...response, ...hops }),
    ),
  );
};

/**
 * Sends a request and reads the whole response within one timeout, which begins again with each event of an event stream.
 * @returns a Left with TIMEOUT, BUSY, CANCELLED, NETWORK_ERROR, TLS_ERROR, PROXY_ERROR, HEADER_INVALID, METHOD_INVALID, TOO_MANY_REDIRECTS,
 * OWN_SERVER_REFUSED or RESPONSE_TOO_LARGE, or with the error of the guard
 */
export const send = async (
  { networkFor, digests }: Pick<ExchangeState, 'networkFor' | 'digests'>,
  request: OutgoingRequest,
  options: SendOptions,
): Promise<Outcome> => {
  const deadline = new AbortController();
  const share = options.share;
  let waited = 0;
  const take = async (bytes: number) => {
    if (share === undefined) return;
    const from = performance.now();
    if (!(await share.take(bytes, deadline.signal))) throw new BudgetExceededError(share.limit);
    waited += performance.now() - from;
  };
  const stop = () => {
    deadline.abort();
  };
  const at: ExchangeState['at'] = { url: request.url, hop: 'first', repeated: false };
  const hops: Pick<Exchange, 'redirects' | 'steps'> = { redirects: [], steps: [] };
  const dropped: Readable[] = [];
  const timeout = startTimeout(options.timeoutMs, stop);
  const permit: ExchangeState['permit'] = async (departing) => {
    const from = performance.now();
    const refusal = await timeout.without(() => options.guard(departing, options.signal));
    waited += performance.now() - from;
    if (refusal !== undefined) throw new UnsendableError(refusal);
  };
  options.signal.addEventListener('abort', stop);
  try {
    if (options.signal.aborted) return E.left({ fault: cancelledFault });
    const began = performance.now();
    const took = () => performance.now() - began - waited;
    await take(countBodyBytes(request.body) + memoryStepBytes);
    const http = options.http ?? '1.1';
    const asking = { networkFor, digests, http, signal: deadline.signal, at, permit };
    const state = { ...asking, options, took, take, dropped, restartTimeout: timeout.restart, ...hops };
    return addHops(hops, await exchange(state, request));
  } catch (error) {
    if (error instanceof BudgetExceededError && !options.signal.aborted) {
      return E.left({ fault: createBusyFault(error.limit, options.timeoutMs) });
    }
    return addHops(hops, E.left({ fault: toExchangeFault({ options, signal: deadline.signal }, error, at) }));
  } finally {
    timeout.clear();
    options.signal.removeEventListener('abort', stop);
    for (const body of dropped) body.on('error', () => undefined).destroy();
  }
};
