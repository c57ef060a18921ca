import { getAuthHeader, isInlineFile, type MultipartPart, type RequestSettings } from '@tandem/core';
import { E, pipe } from '@tandem/core/fp';

import { encodeText } from '../bodies/body.js';
import { findHeader, getContentType } from '../filling/headers.js';
import type { PreparedRequest } from '../execution-state.js';
import { checkUrl } from '../filling/target.js';
import { toAuthArguments } from './auth-words.js';
import type { Word } from './shell-word.js';

/** The request to write as a command. It must be one that Send accepts. */
export interface CurlInput {
  readonly prepared: PreparedRequest;
  readonly settings: RequestSettings;
  /** The absolute path of the workspace folder. File names are relative to it. */
  readonly folder: string;
  /** The size of the body in bytes. */
  readonly size: number;
  /** Converts text to what the command shows, for example with secrets redacted. */
  readonly shown: (text: string) => string;
}

/** The arguments of a command, or why curl cannot send the request. */
type CurlArguments = E.Either<string, readonly Word[]>;

const toWords = (...words: readonly string[]): readonly Word[] => words.map((one) => ({ text: one }));
const toLatin1Word = (one: string): Word => ({ text: one, isLatin1: true });

/** Normalizes the origin of a URL: lowercase, in Punycode, without line breaks. */
export const normalizeUrl = (url: string): string => {
  const at = url.indexOf('/', url.indexOf('//') + 2);
  return new URL(url.slice(0, at)).href.replace(/\/$/, '') + url.slice(at);
};

/** The arguments for the URL. They switch off curl's ranges in brackets and braces, and keep dot segments in the path, as Send does. */
const toUrlArguments = (url: string): readonly Word[] => {
  const path = url.replace(/\?.*/s, '');
  return toWords(
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
    ...(/\/(\.|%2e){1,2}(\/|$)/i.test(path) ? ['--path-as-is'] : []),
    '--url',
    url,
  );
};

const toMethodArguments = (method: string, hasBody: boolean): CurlArguments => {
  if (method === (hasBody ? 'POST' : 'GET')) return E.right([]);
  if (method !== 'HEAD') return E.right(toWords('--request', method));
  return hasBody ? E.left('curl cannot send a body with HEAD.') : E.right(toWords('--head'));
};

/**
 * The arguments that make curl follow redirects as Send does. After a 301 or 302, curl drops the body of every method, but Send only that
 * of POST.
 */
const toRedirectArguments = (
  { followRedirects = true, maxRedirects }: RequestSettings,
  method: string,
  hasBody: boolean,
): readonly Word[] => {
  if (!followRedirects || maxRedirects === 0) return [];
  return toWords(
    '--location',
    ...(hasBody && method !== 'POST' ? ['--post301', '--post302'] : []),
    ...(maxRedirects === undefined ? [] : ['--max-redirs', String(maxRedirects)]),
  );
};

/** The arguments for the HTTP version. None for http://, because curl would send headers that offer HTTP/2 there, which Send does not. */
const toVersionArguments = ({ http }: RequestSettings, url: string): readonly Word[] => {
  if (http === undefined || !/^https:/i.test(url)) return [];
  return toWords(http === '1.1' ? '--http1.1' : '--http2');
};

/** Decodes the user and password of a Basic authorization. Undefined if they are not UTF-8. */
export const parseBasicPair = (value: string): string | undefined => {
  const encoded = /^Basic ([A-Za-z0-9+/]+={0,2})$/.exec(value)?.[1];
  if (encoded === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
    const pair = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return pair.includes(':') && !pair.includes('\0') ? pair : undefined;
  } catch {
    return undefined;
  }
};

/**
 * The arguments for a header. curl omits a header without a value unless it ends with a semicolon. A header that has only spaces and tabs
 * counts as one without a value.
 */
const toHeaderArguments = (name: string, value: string): readonly Word[] => {
  const pair = name.toLowerCase() === 'authorization' ? parseBasicPair(value) : undefined;
  if (pair !== undefined) return toWords('--user', pair);
  return [...toWords('--header'), toLatin1Word(/^[ \t]*$/.test(value) ? `${name};` : `${name}: ${value}`)];
};

/** The size above which curl waits for `100 Continue` before it sends a body. */
const expectBytes = 1024 * 1024;

/** Quotes a name or path in `--form` if curl requires quotes. */
const quoteFormName = (name: string): string =>
  /^[\w./-]+$/.test(name) ? name : `"${name.replace(/["\\]/g, '\\$&')}"`;

/** Converts line breaks to CR LF, as form values have them. */
export const normalizeFormLines = (value: string): string => value.replace(/\r\n|\r|\n/g, '\r\n');

const inlineFileProblem =
  'curl cannot send a file that stands in the request as a data URL. Put it into files/ and name it by its path.';

const toPartArguments = (part: MultipartPart, folder: string): CurlArguments => {
  const name = normalizeFormLines(part.name);
  if (name === '' || name.includes('=')) {
    return E.left(`curl cannot send a part whose name is empty or holds "=" ("${name}").`);
  }
  const type = part.contentType === '' ? undefined : part.contentType;
  const fields = part.headers ?? [];
  if ('value' in part && type === undefined && part.filename === undefined && fields.length === 0)
    return E.right(toWords('--form-string', `${name}=${normalizeFormLines(part.value)}`));
  if (type !== undefined && !/^[^\s/;,"]+\/[^\s;,"]+(; ?[\w-]+=[\w.+-]+)*$/.test(type)) {
    return E.left(`curl cannot send the content type "${type}" of the part "${name}".`);
  }
  const isText = 'value' in part;
  if (!isText && isInlineFile(part.file)) return E.left(inlineFileProblem);
  const filename = part.filename ?? (isText ? undefined : (part.file.split('/').at(-1) ?? part.file));
  const content = isText
    ? `"${(type === undefined ? normalizeFormLines(part.value) : part.value).replace(/["\\]/g, '\\$&')}"`
    : `@${quoteFormName(`${folder}/${part.file}`)}`;
  const named = filename === undefined ? '' : `;filename=${quoteFormName(filename)}`;
  // Without a type, curl uses the type for the extension, as Send does.
  const typed = type === undefined ? '' : `;type=${type}`;
  const more = fields.map((one) => `;headers="${`${one.name}: ${one.value}`.replace(/["\\]/g, '\\$&')}"`);
  return E.right(toWords('--form', `${name}=${content}${named}${typed}${more.join('')}`));
};

const toMultipartArguments = (
  { headers }: PreparedRequest,
  parts: readonly MultipartPart[],
  folder: string,
): CurlArguments => {
  if (parts.length === 0) return E.left('curl cannot send a form without parts.');
  const type = findHeader(headers, 'content-type') ?? 'multipart/form-data';
  if (!/^\s*multipart\/form-data\s*(;|$)/i.test(type)) return E.left(`curl cannot send a form as "${type}".`);
  return parts.reduce(
    (words: CurlArguments, part) =>
      pipe(
        words,
        E.flatMap((sofar) =>
          pipe(
            toPartArguments(part, folder),
            E.map((more) => [...sofar, ...more]),
          ),
        ),
      ),
    E.right([]),
  );
};

/** The methods for which Send adds a Content-Length even if the body is empty. */
const methodsWithBody = /^(POST|PUT|PATCH|QUERY|PROPFIND|PROPPATCH)$/;

const toEmptyBodyArguments = (method: string): readonly Word[] =>
  methodsWithBody.test(method) ? toWords('--data-raw', '') : [];

const toBodyArguments = ({ prepared, folder }: CurlInput): CurlArguments => {
  const { body, headers, method } = prepared;
  switch (body.kind) {
    case 'none':
      return E.right(toEmptyBodyArguments(method));
    case 'text': {
      if (body.text === '') return E.right(toEmptyBodyArguments(method));
      const written = encodeText(body.text, getContentType(headers));
      const isBytes = written instanceof Uint8Array;
      const content = isBytes ? String.fromCharCode(...written) : body.text;
      return E.right([...toWords('--data-raw'), isBytes ? toLatin1Word(content) : { text: content }]);
    }
    case 'binary':
      return isInlineFile(body.file)
        ? E.left(inlineFileProblem)
        : E.right(toWords('--data-binary', `@${folder}/${body.file}`));
    case 'multipart':
      return toMultipartArguments(prepared, body.parts, folder);
  }
};

/** The arguments that remove the content type which curl adds to data. */
const toNoTypeArguments = ({ headers, body }: PreparedRequest, hasBody: boolean): readonly Word[] =>
  hasBody && body.kind !== 'multipart' && findHeader(headers, 'content-type') === undefined
    ? toWords('--header', 'Content-Type:')
    : [];

/** The arguments for the headers, except those for the length and boundary, which curl adds itself. */
const listHeaderWords = ({ prepared, size }: CurlInput): readonly Word[] => [
  ...prepared.headers
    .filter(([name]) => name.toLowerCase() !== 'content-length')
    .map(([name, value]): readonly [string, string] =>
      prepared.body.kind === 'multipart' && name.toLowerCase() === 'content-type'
        ? [name, value.replace(/;\s*boundary=("[^"]*"|[^;]*)/i, '')]
        : [name, value],
    )
    .flatMap(([name, value]) => toHeaderArguments(name, value)),
  ...(size > expectBytes ? toWords('--header', 'Expect:') : []),
];

/** The arguments of the curl command, with long option names and each value as an argument of its own. */
export const toCurlArguments = (input: CurlInput): CurlArguments => {
  const { prepared, settings, shown } = input;
  const authHeader = prepared.auth && getAuthHeader(prepared.auth);
  const hasOwnAuth = authHeader !== undefined && findHeader(prepared.headers, authHeader) !== undefined;
  return pipe(
    E.Do,
    E.bind('url', () =>
      pipe(
        checkUrl(prepared.url),
        E.mapLeft(({ message }) => message),
      ),
    ),
    E.bind('body', () => toBodyArguments(input)),
    E.bind('method', ({ body }) => toMethodArguments(prepared.method, body.length > 0)),
    E.bind('auth', () => toAuthArguments(hasOwnAuth ? undefined : prepared.auth)),
    E.map(({ url, body, method, auth }) =>
      [
        ...method,
        ...toUrlArguments(shown(normalizeUrl(url))),
        ...toRedirectArguments(settings, prepared.method, body.length > 0),
        ...toVersionArguments(settings, url),
        ...(settings.tls?.verify === false ? toWords('--insecure') : []),
        ...auth,
        ...listHeaderWords(input),
        ...toNoTypeArguments(prepared, body.length > 0),
        ...body,
      ].map((word) => ({ ...word, text: shown(word.text) })),
    ),
  );
};
