import type { QueryParamValue } from '@tandem/core';

import { splitUrl } from './target.js';

export type QueryPair = readonly [name: string, value: string];

/** What a call makes of one parameter: its values in order. No value removes the parameter. */
export type QueryChange = readonly [name: string, values: readonly string[]];

/** A call's query parameters: a list repeats the name; null, like an empty list, removes it. */
export const queryChanges = (given: Readonly<Record<string, QueryParamValue>>): readonly QueryChange[] =>
  Object.entries(given).map(([name, value]) => {
    if (value === null) return [name, []];
    return [name, Array.isArray(value) ? (value as readonly unknown[]).map(String) : [String(value)]];
  });

/** Everything that ends up in a query, and in which order. */
export interface QueryParts {
  readonly saved: readonly QueryPair[];
  readonly changes: readonly QueryChange[];
  /** Added by the request's auth, which a call does not change. */
  readonly auth: readonly QueryPair[];
}

export interface FilledQuery {
  readonly url: string;
  /** The parameters that are not the URL's own. */
  readonly pairs: readonly QueryPair[];
}

/** As a form encodes it, but a space is %20: every server decodes that, not every one decodes a plus sign. */
const encodePair = ([name, value]: QueryPair): string =>
  new URLSearchParams([[name, value]]).toString().replaceAll('+', '%20');

/** The name in a piece of a query as a server reads it; an empty piece has none. */
const nameIn = (piece: string): string | undefined => [...new URLSearchParams(`?${piece}`).keys()][0];

const byName = (changes: readonly QueryChange[]): ReadonlyMap<string, readonly string[]> => {
  const values = new Map<string, readonly string[]>();
  for (const [name, more] of changes) values.set(name, [...(values.get(name) ?? []), ...more]);
  return values;
};

const joint = (query: string): string => {
  if (query === '') return '?';
  return query === '?' || query.endsWith('&') ? '' : '&';
};

/**
 * A URL with its query: its own parameters, then the saved ones, then the call's that replace none, then those of auth.
 * A parameter of the call stands where the first one of its name stood, and the others of that name are gone.
 * What is not replaced stays byte for byte.
 */
export const fillQuery = (url: string, { saved, changes, auth }: QueryParts): FilledQuery => {
  const values = byName(changes);
  const placed: QueryPair[] = [];
  const done = new Set<string>();
  const replacing = (name: string): readonly QueryPair[] => {
    if (done.has(name)) return [];
    done.add(name);
    const pairs = (values.get(name) ?? []).map((value): QueryPair => [name, value]);
    placed.push(...pairs);
    return pairs;
  };
  const { origin, path, query } = splitUrl(url);
  const pieces = query.slice(1).split('&');
  const own = pieces.flatMap((piece) => {
    const name = nameIn(piece);
    return name !== undefined && values.has(name) ? replacing(name).map(encodePair) : [piece];
  });
  const left = done.size === 0 ? query : own.every((piece) => piece === '') ? '' : `?${own.join('&')}`;
  const inUrl = placed.length;
  const kept = saved.flatMap((pair) => (values.has(pair[0]) ? replacing(pair[0]) : [pair]));
  const added = [...kept, ...[...values.keys()].flatMap(replacing), ...auth];
  const appended = added.map(encodePair).join('&');
  const rest = url.slice(origin.length + path.length + query.length);
  return {
    url: origin + path + left + (added.length === 0 ? '' : joint(left) + appended) + rest,
    pairs: [...placed.slice(0, inUrl), ...added],
  };
};
