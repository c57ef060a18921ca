import type { ScriptMock, ScriptRequest, ScriptResponse } from '@tandem/core';

import { GuestHeaders, type HeadersInit } from './web/headers.js';
import { show } from './tests/show.js';

interface ResponseInit {
  readonly status?: unknown;
  readonly statusText?: unknown;
  readonly headers?: HeadersInit;
}

const toStatus = (value: unknown): number => {
  const status = value === undefined ? 200 : Number(value);
  if (Number.isInteger(status) && status >= 200 && status <= 599) return status;
  throw new RangeError(`ServiceResponse takes a status from 200 to 599, not ${show(value)}`);
};

const toText = (value: unknown): string => (typeof value === 'string' ? value : show(value));

const toBody = (body: unknown): string => {
  if (body === undefined || body === null) return '';
  if (typeof body === 'string') return body;
  throw new TypeError(
    'ServiceResponse takes a body that is a string; use ServiceResponse.json(value) for JSON',
  );
};

/** A response that onRequest returns to answer the request itself. The request is then not sent. */
export class ServiceResponse {
  readonly #body: string;
  readonly status: number;
  readonly statusText: string;
  readonly headers: GuestHeaders;

  constructor(body?: unknown, init: ResponseInit = {}) {
    this.#body = toBody(body);
    this.status = toStatus(init.status);
    this.statusText = init.statusText === undefined ? '' : toText(init.statusText);
    this.headers = new GuestHeaders(init.headers);
  }

  static json(value: unknown, init: ResponseInit = {}): ServiceResponse {
    const text: unknown = JSON.stringify(value);
    if (typeof text !== 'string')
      throw new TypeError('ServiceResponse.json() takes a value that can be converted to JSON');
    const response = new ServiceResponse(text, init);
    if (!response.headers.has('content-type')) response.headers.set('content-type', 'application/json');
    return response;
  }

  static toMock(response: ServiceResponse): ScriptMock {
    const { status, statusText, headers } = response;
    return {
      status: toStatus(status),
      statusText,
      headers: GuestHeaders.toList(headers),
      body: response.#body,
    };
  }
}

// The build removes class names.
Object.defineProperty(ServiceResponse, 'name', { value: 'ServiceResponse' });

const { freeze, values } = Object;

/** Freezes a JSON value with everything in it. */
const freezeDeeply = <A>(json: A): A => {
  if (typeof json !== 'object' || json === null || Object.isFrozen(json)) return json;
  for (const inner of values(json)) freezeDeeply(inner);
  return freeze(json);
};

const { defineProperty } = Reflect;
const { isFrozen } = Object;

/** Calls a function whenever the field is set. In a frozen object the field is read-only. */
const defineWatchedField = (
  owner: object,
  name: string,
  first: unknown,
  onChange: (location: string) => void,
): void => {
  let value = first;
  defineProperty(owner, name, {
    get: () => value,
    set: (next: unknown) => {
      if (isFrozen(owner)) throw new TypeError(`Cannot assign to read only property '${name}' of req`);
      value = next;
      onChange(name);
    },
    enumerable: true,
    configurable: true,
  });
};

/**
 * Creates the request for handlers. In onRequest, the script can change its url, method, body and headers.
 * @param onChange called with the part that the script changes; without it the request is read-only
 */
export const createRequest = (input: ScriptRequest, env: object, onChange?: (location: string) => void) => {
  const fields = {
    url: input.url,
    method: input.method,
    body: input.body,
    headers: GuestHeaders.fromList(input.headers, onChange !== undefined, (key) => {
      onChange?.(`headers.${key}`);
    }),
  };
  const fixed = {
    id: input.id,
    name: input.name,
    pathParams: freezeDeeply(input.pathParams),
    queryParams: freezeDeeply(input.queryParams),
    variables: freezeDeeply(input.variables),
    env,
  };
  const request = { ...fields, ...fixed };
  if (onChange === undefined) return Object.freeze(request);
  for (const name of ['url', 'method', 'body', 'headers'] as const)
    defineWatchedField(request, name, fields[name], onChange);
  return request;
};

/**
 * Converts a URL that a script sets to text.
 * @param what the beginning of the error for a value that is neither a string nor a URL
 */
export const toUrlText = (value: unknown, what = 'req.url must be'): string => {
  const text: unknown = typeof value === 'object' && value !== null && 'href' in value ? value.href : value;
  if (typeof text === 'string') return text;
  throw new TypeError(`${what} a string or a URL, not ${show(value)}`);
};

/** The request as the handler has changed it. */
export const toChangedRequest = (request: {
  url: unknown;
  method: unknown;
  body: unknown;
  headers: unknown;
}) => {
  const { url, method, body, headers } = request;
  const list = headers instanceof GuestHeaders ? headers : new GuestHeaders(headers as HeadersInit);
  if (body !== null && body !== undefined && typeof body !== 'string') {
    throw new TypeError('req.body must be a string or null; use JSON.stringify(value) for JSON');
  }
  if (typeof method !== 'string') throw new TypeError(`req.method must be a string, not ${show(method)}`);
  return { url: toUrlText(url), method, headers: GuestHeaders.toList(list), body: body ?? null };
};

/** Converts between text and UTF-8 in the host, because a guest without JIT takes seconds for 10 MiB. */
export interface TextCodec {
  readonly encode: (text: string) => ArrayBuffer;
  /** Invalid bytes become U+FFFD. */
  readonly decode: (bytes: ArrayBuffer) => string;
}

/** The body of a response in its two forms. */
export interface ResponseBody {
  /**
   * Returns the bytes in a new array.
   * @throws TypeError if the body is too long for a script
   */
  readonly bytes: () => Uint8Array;
  /** Returns the text, also of a body that is not UTF-8, such as an image. Null if the body is too long for a script. */
  readonly decoded: () => string | null;
  readonly isTooLong: boolean;
}

/**
 * Creates the body of a response.
 * @param text null if the body is not UTF-8 or is too long
 * @param bytes missing if they are those of the text or are too many
 */
export const createBody = (
  { encode, decode }: TextCodec,
  text: string | null,
  bytes: ArrayBuffer | undefined,
): ResponseBody => ({
  bytes: () => {
    if (bytes) return new Uint8Array(bytes.slice(0));
    if (text !== null) return new Uint8Array(encode(text));
    throw new TypeError('the body is too long for a script');
  },
  decoded: () => text ?? (bytes ? decode(bytes) : null),
  isTooLong: text === null && bytes === undefined,
});

/** Creates the response for handlers, which is read-only. */
export const createResponse = (
  input: Omit<ScriptResponse, 'bytes'>,
  env: object,
  bytes: () => Uint8Array,
) => {
  const text = (): string => {
    if (input.body !== null) return input.body;
    throw new TypeError('the body is not text, or is too long for a script');
  };
  return Object.freeze({
    status: input.status,
    statusText: input.statusText,
    ok: input.status >= 200 && input.status <= 299,
    headers: GuestHeaders.fromList(input.headers),
    cookies: freezeDeeply(input.cookies),
    time: input.time,
    size: input.size,
    url: input.url,
    body: input.body,
    mocked: input.mocked,
    env,
    text,
    json: (): unknown => {
      try {
        return JSON.parse(text()) as unknown;
      } catch {
        // Replaces the error of the engine, whose message quotes the text and so could show a secret.
        throw new SyntaxError('the body is not valid JSON');
      }
    },
    bytes,
  });
};
