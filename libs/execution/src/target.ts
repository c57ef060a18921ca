import type { ExecutionFault, Pair, PathParamValue } from '@tandem/core';
import { E } from '@tandem/core/fp';

import { fault } from './fault.js';

interface UrlParts {
  /** Scheme and authority. */
  readonly origin: string;
  readonly path: string;
  /** With its question mark, or empty. */
  readonly query: string;
}

/** Takes a URL apart without changing a byte of it. */
export const splitUrl = (url: string): UrlParts => {
  const match = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)?([^?#]*)(\?[^#]*)?/i.exec(url);
  return { origin: match?.[1] ?? '', path: match?.[2] ?? '', query: match?.[3] ?? '' };
};

const segmentName = /(?<=\/):([A-Za-z_][A-Za-z0-9_]*)/g;

/** The `:name` path parameters of a URL, in order, each once. */
export const pathParamNames = (url: string): readonly string[] => [
  ...new Set([...splitUrl(url).path.matchAll(segmentName)].map((match) => match[1] ?? '')),
];

/** Percent-encodes a value as one path segment (RFC 3986, section 3.3). */
export const encodeSegment = (value: string): string =>
  encodeURIComponent(value.toWellFormed()).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** The call's path parameters as values; a disabled one counts as not given. */
export const pathParamValues = (
  saved: readonly Pair[],
  given: Readonly<Record<string, PathParamValue>>,
): ReadonlyMap<string, string> => {
  const values = new Map<string, string>();
  for (const { name, value, enabled } of saved) if (enabled && !values.has(name)) values.set(name, value);
  for (const [name, param] of Object.entries(given)) {
    if (typeof param !== 'object') values.set(name, String(param));
    else if (param.enabled ?? true) values.set(name, String(param.value));
    else values.delete(name);
  }
  return values;
};

/**
 * Fills the `:name` segments of a URL's path.
 * PATH_PARAM_MISSING names the parameters without a value; an empty value counts as none.
 */
export const fillPath = (
  url: string,
  values: ReadonlyMap<string, string>,
): E.Either<ExecutionFault, string> => {
  const missing = pathParamNames(url).filter((name) => (values.get(name) ?? '') === '');
  if (missing.length > 0) {
    const names = missing.map((name) => `:${name}`).join(', ');
    const message = `The URL needs a value for ${names}. Pass it in pathParams or save it on the request.`;
    return E.left(fault('PATH_PARAM_MISSING', message, { missing }));
  }
  const { origin, path } = splitUrl(url);
  const filled = path.replace(segmentName, (_, name: string) => encodeSegment(values.get(name) ?? ''));
  const segments = path.split('/');
  const climbing = filled.split('/').find((one, at) => /^\.\.?$/.test(one) && one !== segments[at]);
  if (climbing !== undefined) {
    const message = `A path parameter makes the segment "${climbing}", which leads to another folder. Pass a different value.`;
    return E.left(fault('URL_INVALID', message, { url }));
  }
  return E.right(origin + filled + url.slice(origin.length + path.length));
};

const encoded = (text: string, characters: RegExp): string =>
  text.toWellFormed().replace(characters, (c) => encodeURIComponent(c));

// eslint-disable-next-line no-control-regex -- control characters are what must not go out
const notInPath = /[\u0000-\u0020"<>`{}|\\^\u007f-\u{10ffff}]/gu;
// eslint-disable-next-line no-control-regex -- control characters are what must not go out
const notInQuery = /[\u0000-\u0020"<>\u007f-\u{10ffff}]/gu;

/**
 * A URL that can be sent: http or https, a host, its fragment gone. What its target cannot hold is percent-encoded, of
 * the query as browsers do (https://url.spec.whatwg.org/#query-percent-encode-set); `%zz` and dots stay.
 * URL_MISSING or URL_INVALID otherwise.
 */
export const checkUrl = (url: string): E.Either<ExecutionFault, string> => {
  const text = url.trim();
  if (text === '') return E.left(fault('URL_MISSING', 'The request has no URL. Set url on the request.'));
  const { origin, path, query } = splitUrl(text);
  if (origin === '') {
    const message = `"${text}" has no scheme. Start the URL with http:// or https://.`;
    return E.left(fault('URL_INVALID', message, { url: text }));
  }
  if (!/^https?:\/\//i.test(origin)) {
    const message = `"${text}" has a scheme that cannot be sent. Use http:// or https://.`;
    return E.left(fault('URL_INVALID', message, { url: text }));
  }
  if (origin.includes('\\')) {
    const message = `"${text}" has a backslash in its host. Write / for the path, or %5C for a backslash.`;
    return E.left(fault('URL_INVALID', message, { url: text }));
  }
  if (!URL.canParse(origin)) {
    const message = `"${origin}" is not a valid host. Check the host and the port of the URL.`;
    return E.left(fault('URL_INVALID', message, { url: text }));
  }
  return E.right(origin + encoded(path === '' ? '/' : path, notInPath) + encoded(query, notInQuery));
};
