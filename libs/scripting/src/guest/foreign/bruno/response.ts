import { get } from '@usebruno/query';

import type { HandlerInput } from '../../handlers.js';
import type { ResponseBody } from '../../response.js';
import { measurePrefix } from '../../web/web.js';
import { toBuffer } from '../libraries.js';
import type { ShimParts } from '../shim.js';
import { type Headers, readHeaderList } from './header-list.js';

type Input = NonNullable<HandlerInput['response']>;

/** The headers of a response, by lowercase name. */
export const toHeaders = (pairs: Input['headers']): Headers => {
  const headers: Headers = {};
  for (const [name, value] of pairs) {
    const key = name.toLowerCase();
    const before = headers[key];
    if (key === 'set-cookie') headers[key] = [...((before as string[] | undefined) ?? []), value];
    else headers[key] = before === undefined ? value : `${before as string}, ${value}`;
  }
  return headers;
};

/** Parses a body as JSON, as Bruno does. A body that is not JSON stays text. */
export const parseBody = (text: string | null, isPlain: boolean): unknown => {
  if (text === null) return '';
  const plain = text.replace(/^\ufeff/, '');
  if (isPlain) return plain;
  try {
    return JSON.parse(plain) as unknown;
  } catch {
    return plain;
  }
};

const countUtf8Bytes = (text: string): number => measurePrefix(text, Number.MAX_SAFE_INTEGER).bytes;

const countHeaderBytes = (status: number, statusText: string, headers: Headers): number => {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => `${name}: ${String(one)}`),
  );
  return countUtf8Bytes([`HTTP/1.1 ${status} ${statusText}`, ...lines, '', ''].join('\r\n'));
};

/** Creates `res`, which can also be called, to query the body. */
export const createResponse = (
  input: Input,
  { decoded, bytes }: ResponseBody,
  isPlain: boolean,
  library: ShimParts['library'],
) => {
  const { status, statusText, url } = input;
  const headers = toHeaders(input.headers);
  // Whole milliseconds, as in Bruno.
  const responseTime = Math.round(input.time);
  let set: { readonly body: unknown } | undefined;
  // Only when it is read, because the text of a large file takes long.
  const body = (): unknown => (set ??= { body: parseBody(decoded(), isPlain) }).body;
  let size = input.size;
  const res = (path: unknown, ...filters: unknown[]): unknown =>
    get(body(), String(path), ...(filters as Readonly<Record<string, unknown>>[]));
  const header = countHeaderBytes(status, statusText, headers);
  const members = {
    status,
    statusText,
    headers,
    responseTime,
    url,
    headerList: readHeaderList(headers),
    getStatus: () => status,
    getStatusText: () => statusText,
    getHeader: (name: unknown) => (typeof name === 'string' ? headers[name.toLowerCase()] : null),
    getHeaders: () => ({ ...headers }),
    getBody: body,
    getResponseTime: () => responseTime,
    getUrl: () => url,
    getSize: () => ({ header, body: size, total: header + size }),
    getDataBuffer: () => toBuffer(bytes(), library),
    setBody: (given: unknown): void => {
      set = { body: given };
      size = given == null ? 0 : countUtf8Bytes(typeof given === 'string' ? given : JSON.stringify(given));
    },
  };
  const readsBody = {
    get: body,
    set: (given: unknown): void => {
      set = { body: given };
    },
    enumerable: true,
    configurable: true,
  };
  return Object.defineProperty(Object.assign(res, members), 'body', readsBody) as typeof res &
    typeof members & { body: unknown };
};
