import { encodeQueryData, encodeQueryName, encodeQueryPair, type QueryParamValue } from '@tandem/core';

import { splitUrl } from './target.js';

export type QueryPair = readonly [name: string, value: string];

/** The new values of a parameter in order. An empty list removes the parameter. */
export type QueryChange = readonly [name: string, values: readonly string[]];

/** A call's query parameters. A list repeats the name; null or an empty list removes it. */
export const queryChanges = (given: Readonly<Record<string, QueryParamValue>>): readonly QueryChange[] =>
  Object.entries(given).map(([name, value]) => {
    if (value === null) return [name, []];
    return [name, Array.isArray(value) ? (value as readonly unknown[]).map(String) : [String(value)]];
  });

/** All sources of a query, in order. */
export interface QueryParts {
  readonly saved: readonly QueryPair[];
  readonly changes: readonly QueryChange[];
  /** Added by the request's auth, which a call cannot change. */
  readonly auth: readonly QueryPair[];
}

export interface FilledQuery {
  readonly url: string;
  /** The parameters that do not come from the URL. */
  readonly pairs: readonly QueryPair[];
}

/** The decoded name of a piece of a query; undefined for an empty piece. */
const findName = (piece: string): string | undefined => [...new URLSearchParams(`?${piece}`).keys()][0];

/** A query parameter in a URL, and its position there. */
export interface NamedPiece {
  /** Undefined for an empty piece. */
  readonly name: string | undefined;
  readonly from: number;
  readonly to: number;
}

/** The pieces of a URL's query. */
export const parseQueryPieces = (url: string): readonly NamedPiece[] => {
  const { origin, path, query } = splitUrl(url);
  if (query === '') return [];
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

/** A parameter's name as a server reads it; `a b`, `a%20b` and `a+b` are the same. */
const readName = (name: string): string => findName(encodeQueryName(name)) ?? '';

interface NewValues {
  /** As written in the call. */
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
 * Builds the query of a URL: its own parameters, then the saved ones, then the new ones of the call, then those
 * of auth. A parameter of the call replaces the first one with its name and removes the others. Everything else stays
 * unchanged byte for byte.
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
  const kept = saved.flatMap((pair) => {
    const key = readName(pair[0]);
    return values.has(key) ? replacing(key) : [pair];
  });
  const given = [...kept, ...[...values.keys()].flatMap(replacing)];
  const added = [...given, ...auth];
  const appended = [...given.map(encodeQueryPair), ...auth.map(encodeQueryData)].join('&');
  const rest = url.slice(origin.length + path.length + query.length);
  return {
    url: origin + path + left + (added.length === 0 ? '' : getQueryJoint(left) + appended) + rest,
    pairs: [...placed.slice(0, inUrl), ...added],
  };
};
