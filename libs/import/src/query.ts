import { type Pair, readQueryPair } from '@tandem/core';

import { createPair } from './value.js';

/** Decodes percent encoding. Text with invalid encoding or a hidden variable stays unchanged. */
export const decodePercent = (text: string): string => {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Converts a document's parameter to a row that is sent exactly as it is written there. */
export const toQueryRow = ({ name, value, enabled }: Pair): Pair => ({
  ...createPair(readQueryPair(name.replaceAll('=', '%3D'))[0], readQueryPair(`=${value}`)[1], enabled),
});

/** A part of a query: its row, and its text in the URL. The text of a part without a value has no equals sign. */
export interface QueryPart {
  readonly text: string;
  readonly row: Pair;
}

const parseRow = (text: string): Pair => createPair(...readQueryPair(text));

const parseQueryParts = (query: string): readonly QueryPart[] =>
  query
    .split('&')
    .filter((text) => text !== '')
    .map((text) => ({ text, row: parseRow(text) }));

/** Splits a URL into address and query rows. Parts without an equals sign stay in the URL, and so do all parts before them. */
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

/** Finds the index of a URL's fragment. A hash in or before a variable is not the start of a fragment. */
const findFragment = (url: string): number => {
  const at = url.indexOf('#', Math.max(url.lastIndexOf('{'), url.lastIndexOf('}')) + 1);
  return at < 0 ? url.length : at;
};

/** Splits a URL into its address, without the fragment, and its query rows. */
export const splitQuery = (url: string): { readonly url: string; readonly queryParams: readonly Pair[] } => {
  const withoutFragment = url.slice(0, findFragment(url));
  const at = withoutFragment.indexOf('?');
  if (at < 0) return { url: withoutFragment, queryParams: [] };
  return splitQueryRows(withoutFragment.slice(0, at), parseQueryParts(withoutFragment.slice(at + 1)));
};
