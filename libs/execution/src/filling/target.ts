import {
  type Diagnostic,
  encodePath,
  encodeQuery,
  encodeSegment,
  type ExecutionFault,
  type Pair,
  type PathParamValue,
  addScheme,
} from '@tandem/core';
import { isExactNumber } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';

import { createFault } from '../fault.js';

interface UrlParts {
  /** Scheme and authority. */
  readonly origin: string;
  readonly path: string;
  /** Including its question mark; may be empty. */
  readonly query: string;
}

/** Splits a URL without changing any byte. */
export const splitUrl = (url: string): UrlParts => {
  const match = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)?([^?#]*)(\?[^#]*)?/i.exec(url);
  return { origin: match?.[1] ?? '', path: match?.[2] ?? '', query: match?.[3] ?? '' };
};

const segmentName = /(?<=\/):([A-Za-z_][A-Za-z0-9_]*)/g;

/** The names of the `:name` path parameters in a URL, in order and without duplicates. */
export const listPathParamNames = (url: string): readonly string[] => [
  ...new Set([...splitUrl(url).path.matchAll(segmentName)].map((match) => match[1] ?? '')),
];

/** The values of the call's path parameters. A disabled one counts as missing. */
export const getPathParamValues = (
  saved: readonly Pair[],
  given: Readonly<Record<string, PathParamValue>>,
): ReadonlyMap<string, string> => {
  const values = new Map<string, string>();
  for (const { name, value, enabled } of saved) if (enabled && !values.has(name)) values.set(name, value);
  for (const [name, param] of Object.entries(given)) {
    if (typeof param !== 'object' || isExactNumber(param)) values.set(name, String(param));
    else if (param.enabled ?? true) values.set(name, String(param.value));
    else values.delete(name);
  }
  return values;
};

/** The path parameters of a call that the URL does not have. */
export const findUnusedPathParams = (url: string, given: readonly string[]): readonly Diagnostic[] => {
  const names = listPathParamNames(url);
  return given
    .filter((name) => !names.includes(name))
    .map((name) => ({
      code: 'PATH_PARAM_UNUSED',
      message: `The URL has no segment :${name}, so the path parameter was not used. Write the segment as /:${name}.`,
      where: `pathParams.${name}`,
    }));
};

/**
 * Fills in the `:name` segments of a URL's path. PATH_PARAM_MISSING lists the parameters without a value; an empty value
 * counts as missing.
 */
export const fillPath = (
  url: string,
  values: ReadonlyMap<string, string>,
): E.Either<ExecutionFault, string> => {
  const missing = listPathParamNames(url).filter((name) => (values.get(name) ?? '') === '');
  if (missing.length > 0) {
    const names = missing.map((name) => `:${name}`).join(', ');
    const message = `The URL needs a value for ${names}. Pass it in pathParams or save it on the request.`;
    return E.left(createFault('PATH_PARAM_MISSING', message, { missing }));
  }
  const { origin, path } = splitUrl(url);
  const filled = path.replace(segmentName, (_, name: string) => encodeSegment(values.get(name) ?? ''));
  const segments = path.split('/');
  const climbing = filled.split('/').find((one, at) => /^(\.|%2e){1,2}$/i.test(one) && one !== segments[at]);
  if (climbing !== undefined) {
    const message = `A path parameter makes the segment "${climbing}", which leads to another folder. Pass a different value.`;
    return E.left(createFault('URL_INVALID', message, { url }));
  }
  return E.right(origin + filled + url.slice(origin.length + path.length));
};

/**
 * Validates a URL for sending: http or https, with a host. A host alone gets `http://`, and the fragment is removed.
 * Characters that a target cannot contain are percent-encoded; `%zz` and dots are kept. URL_MISSING or URL_INVALID
 * otherwise.
 */
export const checkUrl = (url: string): E.Either<ExecutionFault, string> => {
  const text = addScheme(url.trim());
  if (text === '')
    return E.left(createFault('URL_MISSING', 'The request has no URL. Set url on the request.'));
  const { origin, path, query } = splitUrl(text);
  if (origin === '') {
    const message = `"${text}" does not begin with a host. Start the URL with http://, https:// or a host such as localhost:3000.`;
    return E.left(createFault('URL_INVALID', message, { url: text }));
  }
  if (!/^https?:\/\//i.test(origin)) {
    const message = `"${text}" has a scheme that cannot be sent. Use http:// or https://.`;
    return E.left(createFault('URL_INVALID', message, { url: text }));
  }
  if (origin.includes('\\')) {
    const message = `"${text}" has a backslash in its host. Write / for the path, or %5C for a backslash.`;
    return E.left(createFault('URL_INVALID', message, { url: text }));
  }
  if (!URL.canParse(origin)) {
    const message = `"${origin}" is not a valid host. Check the host and the port of the URL.`;
    return E.left(createFault('URL_INVALID', message, { url: text }));
  }
  return E.right(origin + encodePath(path === '' ? '/' : path) + encodeQuery(query));
};
