import { type Pair, readQueryPair } from '@tandem/core';

import { pair } from './value.js';

/** The text without percent encoding; unchanged if it is not valid encoding, or hides a variable. */
export const decodePercent = (text: string): string => {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** A document's parameter, in a form that is sent exactly as written there. */
export const queryRow = ({ name, value, enabled }: Pair): Pair => ({
  ...pair(readQueryPair(name.replaceAll('=', '%3D'))[0], readQueryPair(`=${value}`)[1], enabled),
});

/** A query in parts: each with its row and its text in the URL, which has no equals sign if it is only a name. */
export interface QueryPart {
  readonly text: string;
  readonly row: Pair;
}

const parseRow = (text: string): Pair => pair(...readQueryPair(text));

const parseQueryParts = (query: string): readonly QueryPart[] =>
  query
    .split('&')
    .filter((text) => text !== '')
    .map((text) => ({ text, row: parseRow(text) }));

/** A URL with its query as a table. Names without an equals sign stay in the URL, with those before them. */
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

/** Where the fragment of a URL starts; a hash in or before a variable does not start one. */
const findFragment = (url: string): number => {
  const at = url.indexOf('#', Math.max(url.lastIndexOf('{'), url.lastIndexOf('}')) + 1);
  return at < 0 ? url.length : at;
};

/** A URL without query and fragment, and its query as a table. */
export const splitQuery = (url: string): { readonly url: string; readonly queryParams: readonly Pair[] } => {
  const withoutFragment = url.slice(0, findFragment(url));
  const at = withoutFragment.indexOf('?');
  if (at < 0) return { url: withoutFragment, queryParams: [] };
  return splitQueryRows(withoutFragment.slice(0, at), parseQueryParts(withoutFragment.slice(at + 1)));
};
