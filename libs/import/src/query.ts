import { type Pair, readQueryPair } from '@tandem/core';

import { pair } from './value.js';

/** The text without percent encoding; as it is where that is no encoding, or hides a variable. */
export const decodePercent = (text: string): string => {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** A parameter of a document, in the form that is sent as it is written there. */
export const queryRow = ({ name, value, enabled }: Pair): Pair => ({
  ...pair(readQueryPair(name.replaceAll('=', '%3D'))[0], readQueryPair(`=${value}`)[1], enabled),
});

/** A query in its parts: the row of each, and its text in the URL, which has no equals sign if it is only a name. */
export interface QueryPart {
  readonly text: string;
  readonly row: Pair;
}

const rowOf = (text: string): Pair => pair(...readQueryPair(text));

const partsOf = (query: string): readonly QueryPart[] =>
  query
    .split('&')
    .filter((text) => text !== '')
    .map((text) => ({ text, row: rowOf(text) }));

/** A URL with its query as a table. Names without an equals sign, with what stands before them, stay in the URL. */
export const splitQueryRows = (url: string, parts: readonly QueryPart[]) => {
  const last = parts.findLastIndex(({ text, row }) => row.enabled && !text.includes('='));
  const before = parts.slice(0, last + 1);
  const inUrl = before.filter(({ row }) => row.enabled).map(({ text }) => text);
  const rows = [...before.filter(({ row }) => !row.enabled), ...parts.slice(last + 1)];
  return {
    url: inUrl.length === 0 ? url : `${url}?${inUrl.join('&')}`,
    queryParams: rows.map(({ row }) => row),
  };
};

/** Where the fragment of a URL begins; a hash within or before a variable begins none. */
const fragmentAt = (url: string): number => {
  const at = url.indexOf('#', Math.max(url.lastIndexOf('{'), url.lastIndexOf('}')) + 1);
  return at < 0 ? url.length : at;
};

/** A URL without its query and fragment, and its query as a table. */
export const splitQuery = (url: string): { readonly url: string; readonly queryParams: readonly Pair[] } => {
  const withoutFragment = url.slice(0, fragmentAt(url));
  const at = withoutFragment.indexOf('?');
  if (at < 0) return { url: withoutFragment, queryParams: [] };
  return splitQueryRows(withoutFragment.slice(0, at), partsOf(withoutFragment.slice(at + 1)));
};
