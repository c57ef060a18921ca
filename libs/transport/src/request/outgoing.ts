import { randomBytes } from 'node:crypto';

import type { HeaderList, OutgoingBody, OutgoingPart, OutgoingRequest } from '@tandem/core';
import { getAuthHeader } from '@tandem/core';

import { UnsendableError } from '../errors.js';

type Parts = Extract<OutgoingBody, { kind: 'multipart' }>['parts'];

/** Escapes a name in Content-Disposition as browsers do (HTML, section "Multipart form data"). */
const escapeFormName = (name: string): string =>
  name
    .replace(/\r?\n|\r/g, '\r\n')
    .replaceAll('\r', '%0D')
    .replaceAll('\n', '%0A')
    .replaceAll('"', '%22');

/** The text of a part. If the part has no type of its own, its line breaks become those of forms. */
const getPartValue = ({ value, contentType }: Extract<OutgoingPart, { value: string }>): string =>
  contentType === undefined ? value.replace(/\r?\n|\r/g, '\r\n') : value;

/** The media type for a file name. The table of types is loaded when it is first needed. */
const getType = async (part: OutgoingPart): Promise<string | undefined> => {
  if (part.contentType !== undefined || 'value' in part) return part.contentType;
  const { default: types } = await import('mime-types');
  return types.lookup(part.filename) || 'application/octet-stream';
};

const formatPartHead = async (part: OutgoingPart): Promise<string> => {
  const { name, filename } = part;
  const type = await getType(part);
  const disposition = `Content-Disposition: form-data; name="${escapeFormName(name)}"`;
  return [
    filename === undefined ? disposition : `${disposition}; filename="${escapeFormName(filename)}"`,
    ...(type === undefined ? [] : [`Content-Type: ${type}`]),
    ...(part.headers ?? []).map(([field, value]) => `${field}: ${value}`),
    '\r\n',
  ].join('\r\n');
};

/** Creates the bytes of a multipart body (RFC 7578), and the content type with its boundary. */
const createMultipart = async (parts: Parts) => {
  const boundary = `----tandem-form-${randomBytes(12).toString('hex')}`;
  const written = await Promise.all(
    parts.map(async (part) => [
      `--${boundary}\r\n${await formatPartHead(part)}`,
      'value' in part ? getPartValue(part) : part.bytes,
      '\r\n',
    ]),
  );
  const body = new Blob([...written.flat(), `--${boundary}--\r\n`]);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    bytes: new Uint8Array(await body.arrayBuffer()),
  };
};

/** Counts the bytes of a body. For multipart, without the boundaries and the headers of parts. */
export const countBodyBytes = (body: OutgoingBody): number => {
  switch (body.kind) {
    case 'none':
      return 0;
    case 'text':
      return Buffer.byteLength(body.text);
    case 'bytes':
      return body.bytes.length;
    case 'multipart':
      return body.parts.reduce(
        (sum, part) => sum + ('value' in part ? Buffer.byteLength(part.value) : part.bytes.length),
        0,
      );
  }
};

const isField = (wanted: string) => (pair: HeaderList[number]) => pair[0].toLowerCase() === wanted;

/** Adds the boundary to the multipart content type that a request sets itself. Only whoever writes the body knows the boundary. */
const addBoundary = (headers: HeaderList, written: string): HeaderList => {
  const boundary = written.slice(written.indexOf(';'));
  const own = headers.find(isField('content-type'));
  if (own === undefined) return [...headers, ['content-type', written]];
  if (!/^\s*multipart\//i.test(own[1])) return headers;
  const type = own[1].replace(/;\s*boundary=("[^"]*"|[^;]*)/i, '');
  return headers.map((pair) => (pair === own ? [pair[0], type + boundary] : pair));
};

/** Decodes percent-encoding to bytes. A `%` without two hexadecimal digits stays as it is. */
export const decodePercent = (text: string): Buffer =>
  Buffer.from(
    text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  );

/** Adds an Authorization header for the credentials in the URL (RFC 3986, section 3.2.1), unless the request or its auth sets one. */
const addUserinfo = (
  { headers, auth }: Pick<OutgoingRequest, 'headers' | 'auth'>,
  { username, password }: URL,
): HeaderList => {
  if (username === '' && password === '') return headers;
  if (headers.some(isField('authorization'))) return headers;
  if (auth !== undefined && getAuthHeader(auth) === 'authorization') return headers;
  const pair = decodePercent(`${username}:${password}`);
  return [...headers, ['authorization', `Basic ${pair.toString('base64')}`]];
};

const refuseHeader = (name: string, why: string): never => {
  const message = `The header ${name} ${why}. Remove it from the request.`;
  throw new UnsendableError({ code: 'HEADER_INVALID', message, details: { name } });
};

/** Header fields about the connection (RFC 9110, section 7.6.1), which only the HTTP client may set. */
const connectionFields = ['transfer-encoding', 'keep-alive', 'upgrade', 'expect'];

/**
 * Removes a correct Content-Length, because undici writes it itself. Throws for a wrong one, which would corrupt the next request on the
 * connection.
 */
const removeContentLength = (headers: HeaderList, length: number): HeaderList => {
  if (headers.filter(isField('host')).length > 1) refuseHeader('Host', 'appears twice');
  return headers.filter(([name, value]) => {
    const lower = name.toLowerCase();
    if (connectionFields.includes(lower)) refuseHeader(name, 'is set by the connection itself');
    if (lower === 'connection' && !/^(close|keep-alive)$/i.test(value))
      refuseHeader(name, `is "${value}", but only close and keep-alive can be sent`);
    if (lower !== 'content-length') return true;
    if (value.trim() !== String(length)) refuseHeader(name, `is ${value}, but the body has ${length} bytes`);
    return false;
  });
};

/** The methods for which undici writes a length even if the body is empty. */
export const methodsExpectingBody = ['PUT', 'POST', 'PATCH', 'QUERY', 'PROPFIND', 'PROPPATCH'];

/** Converts a list of alternating names and values to pairs. */
export const toHeaderPairs = (raw: readonly string[]): HeaderList => {
  let name: string;
  return raw.flatMap((text, at) => {
    if (at % 2 === 1) return [[name, text] as const];
    name = text;
    return [];
  });
};

/** A request as undici gets it. */
export interface Wire {
  readonly origin: string;
  /** The path and query, byte for byte. */
  readonly path: string;
  readonly method: string;
  readonly headers: string[];
  readonly body: string | Uint8Array | null;
  /** Whether the request itself says that its body is empty. undici writes that only for some methods. */
  readonly saysEmpty?: boolean;
}

/**
 * Prepares a request for undici. The origin and the target are separate, so that nothing normalizes the target.
 * @throws UnsendableError with METHOD_INVALID or HEADER_INVALID
 */
export const toWire = async (request: OutgoingRequest): Promise<Wire> => {
  const { method, url, body } = request;
  if (method === 'CONNECT') {
    const message = 'CONNECT requests a tunnel from a proxy and has no response to show. Use another method.';
    throw new UnsendableError({ code: 'METHOD_INVALID', message, details: { method } });
  }
  const origin = url.replace(/^([^/]*\/\/[^/?]*).*/s, '$1');
  const target = url.slice(origin.length);
  const authority = new URL(origin);
  const named = addUserinfo(request, authority);
  const wire = (fields: HeaderList, bytes: Wire['body']): Wire => ({
    origin: authority.origin,
    path: target.startsWith('/') ? target : `/${target}`,
    method,
    headers: removeContentLength(fields, bytes === null ? 0 : Buffer.byteLength(bytes)).flatMap(
      ([name, value]) => [name, value],
    ),
    body: bytes,
    saysEmpty: (bytes === null || bytes.length === 0) && fields.some(isField('content-length')),
  });
  switch (body.kind) {
    case 'none':
      return wire(named, null);
    case 'text':
      return wire(named, body.text);
    case 'bytes':
      return wire(named, body.bytes);
    case 'multipart': {
      const { contentType, bytes } = await createMultipart(body.parts);
      return wire(addBoundary(named, contentType), bytes);
    }
  }
};
