import type { Readable } from 'node:stream';

import type {
  ExecutionFault,
  HeaderList,
  IncomingResponse,
  OutgoingBody,
  OutgoingRequest,
  SendFailure,
  SendOptions,
} from '@tandem/core';
import { E } from '@tandem/core/fp';
import type { Dispatcher } from 'undici';
import { FormData } from 'undici';

import { collect, TooLarge } from './collect.js';
import { cancelledFault, networkFault, redirectsFault, timeoutFault, tooLargeFault } from './faults.js';
import { redirected } from './redirect.js';

type Outcome = E.Either<SendFailure, IncomingResponse>;

const formOf = (parts: Extract<OutgoingBody, { kind: 'multipart' }>['parts']): FormData => {
  const form = new FormData();
  for (const part of parts) {
    if ('value' in part) form.append(part.name, part.value);
    else {
      const blob = new Blob([part.bytes], { type: part.contentType });
      form.append(part.name, blob, part.filename);
    }
  }
  return form;
};

const bodyOf = (body: OutgoingBody) => {
  switch (body.kind) {
    case 'none':
      return null;
    case 'text':
      return body.text;
    case 'bytes':
      return body.bytes;
    case 'multipart':
      return formOf(body.parts);
  }
};

/** A boundary is only known to who writes the body, so a content type without one gives way. */
const headersOf = ({ headers, body }: OutgoingRequest): string[] =>
  headers
    .filter(([name]) => body.kind !== 'multipart' || name.toLowerCase() !== 'content-type')
    .flatMap(([name, value]) => [name, value]);

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

/** The origin and the target apart, so that the target goes out byte for byte. */
const splitUrl = (url: string) => {
  const at = url.indexOf('/', url.indexOf('//') + 2);
  return { origin: new URL(url.slice(0, at)).origin, path: url.slice(at) };
};

interface Exchange {
  readonly dispatcher: Dispatcher;
  readonly options: SendOptions;
  readonly signal: AbortSignal;
  readonly began: number;
}

interface Head {
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderList;
  readonly body: Readable;
}

const ask = async ({ dispatcher, signal }: Exchange, request: OutgoingRequest): Promise<Head> => {
  const response = await dispatcher.request({
    ...splitUrl(request.url),
    signal,
    method: request.method,
    headers: headersOf(request),
    body: bodyOf(request.body),
    responseHeaders: 'raw',
  });
  return {
    status: response.statusCode,
    statusText: response.statusText,
    headers: pairsOf(response.headers as unknown as (string | Buffer)[]),
    body: response.body,
  };
};

const read = async ({ options, began }: Exchange, head: Head, url: string): Promise<Outcome> => {
  const { status, statusText, headers } = head;
  const arrived = (body: Uint8Array): IncomingResponse => ({
    status,
    statusText,
    headers,
    body,
    time: performance.now() - began,
    url,
  });
  try {
    const body = await collect(head.body, field(headers, 'content-encoding') ?? '', options.maxBytes);
    return E.right(arrived(body));
  } catch (error) {
    head.body.destroy();
    if (error instanceof TooLarge) {
      return E.left({ fault: tooLargeFault(options.maxBytes), response: arrived(error.read) });
    }
    throw error;
  }
};

const exchange = async (state: Exchange, first: OutgoingRequest): Promise<Outcome> => {
  let request = first;
  for (let followed = 0; ; followed++) {
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
    await (head.body as Readable & { dump?: (options: { limit: number }) => Promise<void> }).dump?.({
      limit: 131_072,
    });
    request = next;
  }
};

/**
 * Sends a request and reads the answer whole, within one deadline.
 * @returns a Left with TIMEOUT, CANCELLED, NETWORK_ERROR, TLS_ERROR, TOO_MANY_REDIRECTS or RESPONSE_TOO_LARGE
 */
export const send = async (
  dispatcher: Dispatcher,
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
  const timer = setTimeout(stop, options.timeoutMs);
  options.signal.addEventListener('abort', stop, { once: true });
  try {
    if (options.signal.aborted) return E.left({ fault: cancelledFault });
    return await exchange(
      { dispatcher, options, signal: deadline.signal, began: performance.now() },
      request,
    );
  } catch (error) {
    return E.left({ fault: reason() ?? networkFault(error, request.url) });
  } finally {
    clearTimeout(timer);
    options.signal.removeEventListener('abort', stop);
  }
};
