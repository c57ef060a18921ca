import {
  addScheme,
  type Diagnostic,
  encodePath,
  encodeQuery,
  encodeQueryData,
  encodeQueryName,
  encodeQueryPair,
  encodeSegment,
  type ExecutionFault,
  type Pair,
  type PathParamValue,
  type QueryParamValue,
} from '@tandem/core';
import { isExactNumber } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';
import { createFault } from '../fault.js';

interface UrlParts {
  /** Scheme and authority. */
  readonly origin: string;
  readonly path: string;
  /** The query with its question mark. May be empty. */
  readonly query: string;
}

/** Splits a URL without changing any byte. */
export const splitUrl = (url: string): UrlParts => {
  const parts = /^(?<origin>(?:[a-z][a-z0-9+.-]*:\/\/[^/?#]*)?)(?<path>[^?#]*)(?<query>(?:\?[^#]*)?)/i;
  // The expression matches every text, and each of its groups takes part.
  return parts.exec(url)?.groups as unknown as UrlParts;
};

const segmentName = /(?<=\/):([A-Za-z_][A-Za-z0-9_]*)/g;

/** The names of the `:name` path parameters in a URL, in order and without duplicates. */
export const listPathParamNames = (url: string): readonly string[] => [
  ...new Set(Array.from(splitUrl(url).path.matchAll(segmentName), ([segment]) => segment.slice(1))),
];

/** The path parameters of the request, overridden by those of the call. A disabled one counts as missing. */
export const getPathParamValues = (
  saved: readonly Pair[],
  callParams: Readonly<Record<string, PathParamValue>>,
): ReadonlyMap<string, string> => {
  const values = new Map<string, string>();
  for (const { name, value, enabled } of saved) if (enabled && !values.has(name)) values.set(name, value);
  for (const [name, param] of Object.entries(callParams)) {
    if (typeof param !== 'object' || isExactNumber(param)) values.set(name, String(param));
    else if (param.enabled ?? true) values.set(name, String(param.value));
    else values.delete(name);
  }
  return values;
};

/** Reports path parameters of a call that the URL does not contain. */
export const findUnusedPathParams = (url: string, callNames: readonly string[]): readonly Diagnostic[] => {
  const names = listPathParamNames(url);
  return callNames
    .filter((name) => !names.includes(name))
    .map((name) => ({
      code: 'PATH_PARAM_UNUSED',
      message: `The URL has no segment :${name}, so the path parameter was not used. Write the segment as /:${name}.`,
      where: `pathParams.${name}`,
    }));
};

/**
 * Fills in the `:name` segments of a URL's path. Fails with PATH_PARAM_MISSING, which lists the parameters without a value; an empty value
 * is none.
 */
export const fillPath = (
  url: string,
  values: ReadonlyMap<string, string>,
): E.Either<ExecutionFault, string> => {
  const missing = listPathParamNames(url).filter((name) => !values.get(name));
  if (missing.length > 0) {
    const names = missing.map((name) => `:${name}`).join(', ');
    const message = `The URL needs a value for ${names}. Pass it in pathParams or save it on the request.`;
    return E.left(createFault('PATH_PARAM_MISSING', message, { missing }));
  }
  const { origin, path } = splitUrl(url);
  const filled = path.replace(segmentName, (_, name: string) => encodeSegment(values.get(name) as string));
  const segments = path.split('/');
  const climbing = filled.split('/').find((one, at) => /^(\.|%2e){1,2}$/i.test(one) && one !== segments[at]);
  if (climbing !== undefined) {
    const message = `A path parameter makes the segment "${climbing}", which leads to another folder. Pass a different value.`;
    return E.left(createFault('URL_INVALID', message, { url }));
  }
  return E.right(origin + filled + url.slice(origin.length + path.length));
};

/**
 * Checks that a URL can be sent: http or https, and with a host. Adds `http://` if there is no scheme, removes the fragment, and
 * percent-encodes characters that a target must not contain. Leaves `%zz` and dots as they are. Fails with URL_MISSING or URL_INVALID.
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

export type QueryPair = readonly [name: string, value: string];

/** The new values of a query parameter, in order. Without any, the parameter is removed. */
export type QueryChange = readonly [name: string, values: readonly string[]];

/** Converts the query parameters of a call. A list repeats the parameter; null or an empty list removes it. */
export const toQueryChanges = (
  callParams: Readonly<Record<string, QueryParamValue>>,
): readonly QueryChange[] =>
  Object.entries(callParams).map(([name, value]) => {
    if (value === null) return [name, []];
    return [name, Array.isArray(value) ? (value as readonly unknown[]).map(String) : [String(value)]];
  });

/** The parameters of a query by where they come from, in order. */
interface QueryParts {
  readonly saved: readonly QueryPair[];
  readonly changes: readonly QueryChange[];
  /** The parameters that the auth adds, which a call cannot change. */
  readonly auth: readonly QueryPair[];
}

interface FilledQuery {
  readonly url: string;
  /** The parameters that were added to those in the URL: from the saved request, from the call and from the auth. */
  readonly pairs: readonly QueryPair[];
}

/** Decodes the name in one piece of a query, as separated by `&`. Undefined for an empty piece. */
const findName = (piece: string): string | undefined => [...new URLSearchParams(`?${piece}`).keys()][0];

/** One piece of a URL's query, and its range in the URL. */
interface NamedPiece {
  /** Undefined for an empty piece. */
  readonly name: string | undefined;
  readonly from: number;
  readonly to: number;
}

/** Splits the query of a URL into the pieces between `&`. */
export const parseQueryPieces = (url: string): readonly NamedPiece[] => {
  const { origin, path, query } = splitUrl(url);
  let at = origin.length + path.length + 1;
  return query
    .slice(1)
    .split('&')
    .map((piece) => {
      const from = at;
      at += piece.length + 1;
      return { name: findName(piece), from, to: at - 1 };
    });
};

/** The name of a parameter as servers read it: `a b`, `a%20b` and `a+b` are the same name. */
const readName = (name: string): string => findName(encodeQueryName(name)) ?? '';

interface NewValues {
  /** The name as the call spells it. */
  readonly name: string;
  readonly values: readonly string[];
}

const indexChangesByName = (changes: readonly QueryChange[]): ReadonlyMap<string, NewValues> => {
  const all = new Map<string, NewValues>();
  for (const [name, more] of changes) {
    const key = readName(name);
    const before = all.get(key);
    all.set(key, { name: before?.name ?? name, values: [...(before?.values ?? []), ...more] });
  }
  return all;
};

const getQueryJoint = (query: string): string => {
  if (query === '') return '?';
  return query === '?' || query.endsWith('&') ? '' : '&';
};

/**
 * Builds the query of a URL: its own parameters, then the saved ones, then the new ones of the call, then those of the auth. A parameter of
 * the call replaces the first of its name and removes the others. All else stays the same, byte for byte.
 */
export const fillQuery = (url: string, { saved, changes, auth }: QueryParts): FilledQuery => {
  const values = indexChangesByName(changes);
  const placed: QueryPair[] = [];
  const done = new Set<string>();
  const replacing = (key: string): readonly QueryPair[] => {
    if (done.has(key)) return [];
    done.add(key);
    const change = values.get(key);
    const pairs = change?.values.map((value): QueryPair => [change.name, value]) ?? [];
    placed.push(...pairs);
    return pairs;
  };
  const { origin, path, query } = splitUrl(url);
  const pieces = query.slice(1).split('&');
  const own = pieces.flatMap((piece) => {
    const name = findName(piece);
    return name !== undefined && values.has(name) ? replacing(name).map(encodeQueryPair) : [piece];
  });
  const left = done.size === 0 ? query : own.every((piece) => piece === '') ? '' : `?${own.join('&')}`;
  const inUrl = placed.length;
  const unchanged = saved.flatMap((pair) => {
    const key = readName(pair[0]);
    return values.has(key) ? replacing(key) : [pair];
  });
  const filled = [...unchanged, ...[...values.keys()].flatMap(replacing)];
  const added = [...filled, ...auth];
  const appended = [...filled.map(encodeQueryPair), ...auth.map(encodeQueryData)].join('&');
  const rest = url.slice(origin.length + path.length + query.length);
  return {
    url: origin + path + left + (added.length === 0 ? '' : getQueryJoint(left) + appended) + rest,
    pairs: [...placed.slice(0, inUrl), ...added],
  };
};
