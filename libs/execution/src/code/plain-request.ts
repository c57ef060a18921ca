import { getAuthHeader, type HeaderList, type MultipartPart } from '@tandem/core';
import { E, pipe } from '@tandem/core/fp';

import { encodeText } from '../bodies/body.js';
import { parseBasicPair, normalizeFormLines, normalizeUrl } from '../curl/curl-words.js';
import type { CurlInput } from '../curl/curl-words.js';
import { findHeader, getContentType } from '../filling/headers.js';
import type { PreparedRequest } from '../execution-state.js';
import { checkUrl } from '../filling/target.js';

/** A request in the form that generated code sends. */
export interface PlainRequest {
  readonly method: string;
  readonly url: string;
  /** Values are ASCII. A name may occur several times. */
  readonly headers: HeaderList;
  /** Sent as UTF-8. */
  readonly body: string | undefined;
  readonly followRedirects: boolean;
  readonly verify: boolean;
}

const copyAsCurl = 'Copy as curl instead.';

/** Creates a boundary between the parts of a form that no part contains. */
const createBoundary = (contents: string): string => {
  for (let count = 0; ; count++) {
    const boundary = `tandem-form-${count}`;
    if (!contents.includes(boundary)) return boundary;
  }
};

const escapeFormName = (name: string): string =>
  normalizeFormLines(name).replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');

const formatMultipart = (parts: readonly MultipartPart[]): E.Either<string, readonly [string, string]> => {
  const values = parts.flatMap((part) => ('value' in part ? [part] : []));
  if (values.length < parts.length)
    return E.left(`The code would have to read the files of this form. ${copyAsCurl}`);
  const boundary = createBoundary(values.map(({ name, value }) => name + value).join('\n'));
  const written = values.map(({ name, value, filename, contentType, headers = [] }) =>
    [
      `--${boundary}`,
      `Content-Disposition: form-data; name="${escapeFormName(name)}"${filename === undefined ? '' : `; filename="${escapeFormName(filename)}"`}`,
      ...(contentType ? [`Content-Type: ${contentType}`] : []),
      ...headers.map((one) => `${one.name}: ${one.value}`),
      '',
      `${contentType ? value : normalizeFormLines(value)}\r\n`,
    ].join('\r\n'),
  );
  return E.right([`${written.join('')}--${boundary}--\r\n`, boundary]);
};

interface Body {
  readonly text: string | undefined;
  readonly boundary?: string;
}

const toPlainBody = ({ body, headers }: PreparedRequest): E.Either<string, Body> => {
  switch (body.kind) {
    case 'none':
      return E.right({ text: undefined });
    case 'text':
      return encodeText(body.text, getContentType(headers)) instanceof Uint8Array
        ? E.left(`Code sends a body as UTF-8, and this one has another charset. ${copyAsCurl}`)
        : E.right({ text: body.text.replace(/\p{Surrogate}/gu, '\ufffd') });
    case 'binary':
      return E.left(`The code would have to read the file "${body.file}". ${copyAsCurl}`);
    case 'multipart':
      return pipe(
        formatMultipart(body.parts),
        E.map(([text, boundary]) => ({ text, boundary })),
      );
  }
};

/** Removes the credentials from a URL, to send them in a header as Send and curl do. HTTP clients disagree about URLs with credentials. */
const removeCredentials = (url: string): { readonly url: string; readonly pair: string | undefined } => {
  const pattern = /(?<=^\w+:\/\/)([^/?#]*)@/;
  const credentials = pattern.exec(url)?.[1];
  if (credentials === undefined) return { url, pair: undefined };
  // A user without a password has an empty one.
  const pair = credentials.replace(/^[^:]*$/, '$&:');
  return { url: url.replace(pattern, ''), pair: decodeURIComponent(pair) };
};

const encodeBase64 = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));

/** Formats a Basic authorization header. If the user or password is redacted, shows what has to be encoded instead. */
const formatBasicAuth = (pair: string, shown: (text: string) => string): string =>
  shown(pair) === pair ? `Basic ${encodeBase64(pair)}` : `Basic base64(${shown(pair)})`;

const listPlainHeaders = (
  { prepared, shown }: CurlInput,
  body: Body,
  pair: string | undefined,
): HeaderList => {
  const own = prepared.headers.filter(([name]) => name.toLowerCase() !== 'content-length');
  const shownHeaders = own.map(([name, value]): readonly [string, string] => {
    const lower = name.toLowerCase();
    if (lower === 'content-type' && body.boundary !== undefined)
      return [name, `multipart/form-data; boundary=${body.boundary}`];
    const authorization = lower === 'authorization' ? parseBasicPair(value) : undefined;
    return [name, authorization === undefined ? shown(value) : formatBasicAuth(authorization, shown)];
  });
  const isMissing = (name: string): boolean => findHeader(prepared.headers, name) === undefined;
  return [
    ...shownHeaders,
    ...(pair !== undefined && isMissing('authorization')
      ? [['authorization', formatBasicAuth(pair, shown)] as const]
      : []),
    ...(body.boundary !== undefined && isMissing('content-type')
      ? [['content-type', `multipart/form-data; boundary=${body.boundary}`] as const]
      : []),
  ];
};

/** Converts a request that Send accepts to the form that generated code sends, or says why generated code cannot send it. */
export const toPlainRequest = (input: CurlInput): E.Either<string, PlainRequest> => {
  const { prepared, settings, shown } = input;
  const authHeader = prepared.auth && getAuthHeader(prepared.auth);
  if (prepared.auth && (authHeader === undefined || findHeader(prepared.headers, authHeader) === undefined))
    return E.left(`Code cannot make the auth "${prepared.auth.type}", which is made anew for each request.`);
  return pipe(
    E.Do,
    E.bind('checkedUrl', () =>
      pipe(
        checkUrl(prepared.url),
        E.mapLeft(({ message }) => message),
      ),
    ),
    E.bind('body', () => toPlainBody(prepared)),
    E.flatMap(({ checkedUrl, body }): E.Either<string, PlainRequest> => {
      const { url, pair } = removeCredentials(normalizeUrl(checkedUrl));
      const headers = listPlainHeaders(input, body, pair);
      const odd = headers.find(([, value]) => !/^[\t -~]*$/.test(value));
      if (odd)
        return E.left(`Clients encode the header "${odd[0]}" differently, which is not ASCII. ${copyAsCurl}`);
      return E.right({
        method: prepared.method,
        url: shown(url.replace(/#.*/s, '')),
        headers,
        body: body.text === undefined ? undefined : shown(body.text),
        followRedirects: (settings.followRedirects ?? true) && settings.maxRedirects !== 0,
        verify: settings.tls?.verify ?? true,
      });
    }),
  );
};
