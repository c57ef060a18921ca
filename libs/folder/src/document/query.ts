import { encodeQueryName, encodeQueryValue, type Pair, readQueryPair } from '@tandem/core';

const token = /\{\{.*?\}\}/gs;

/** Percent-encodes as when the request is sent; `{{tokens}}` stay unchanged. */
const encodePart = (text: string, encode: (piece: string) => string): string => {
  const pieces: string[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(token)) {
    pieces.push(encode(text.slice(from, index)), found.replace(/[&#]/g, encodeURIComponent));
    from = index + found.length;
  }
  return [...pieces, encode(text.slice(from))].join('');
};

/** The enabled pairs as a query string without its question mark. */
export const formatQuery = (pairs: readonly Pair[]): string =>
  pairs
    .filter(({ enabled }) => enabled)
    .map(({ name, value }) => `${encodePart(name, encodeQueryName)}=${encodePart(value, encodeQueryValue)}`)
    .join('&');

const splitFragment = (url: string): readonly [string, string] => {
  const at = url.indexOf('#');
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at)];
};

/** The URL as stored in a file: with the parameters in its query, because some readers send only the URL. */
export const addQuery = (url: string, pairs: readonly Pair[]): string => {
  const query = formatQuery(pairs);
  if (query === '' && !pairs.some(({ enabled }) => enabled)) return url;
  const [address, fragment] = splitFragment(url);
  return `${address}${address.includes('?') ? '&' : '?'}${query}${fragment}`;
};

const decodeFormText = (text: string): string => new URLSearchParams(`=${text}`).get('') ?? '';

/** Whether part of a URL query belongs to a parameter, also in the form encoding that older versions wrote. */
const isSame = (part: string, text: string, encode: (piece: string) => string): boolean =>
  encode(part) === encode(text) || decodeFormText(part) === text;

/**
 * A parameter in the query of a URL; one without an equals sign stays in the URL, because parameters always have one.
 */
interface Piece {
  readonly piece: string;
  readonly pair: number | undefined;
  readonly isBare: boolean;
}

const splitQuery = (query: string, pairs: readonly Pair[]): readonly Piece[] => {
  const rest = [...pairs.keys()].filter((index) => pairs[index]?.enabled);
  return query.split('&').map((piece) => {
    const [name = ''] = piece.split('=', 1);
    const at = rest.findIndex((index) => isSame(name, pairs[index]?.name ?? '', encodeQueryName));
    const [pair] = at < 0 ? [] : rest.splice(at, 1);
    return { piece, pair, isBare: pair !== undefined && !piece.includes('=') };
  });
};

/**
 * A query that was edited only in the URL: its parameters get their values from there. A parameter without an equals
 * sign stays in the URL, with those before it, because a row would be sent with one.
 */
const parseEditedUrl = (address: string, fragment: string, pairs: readonly Pair[]) => {
  const at = address.indexOf('?');
  if (at < 0) return { url: address + fragment, queryParams: pairs };
  const pieces = splitQuery(address.slice(at + 1), pairs);
  const last = pieces.findLastIndex(({ isBare }) => isBare);
  const own = pieces.filter(({ pair }, index) => index <= last || pair === undefined);
  const values = new Map<number, string>();
  for (const { piece, pair } of pieces.slice(last + 1)) {
    if (pair === undefined) continue;
    const part = piece.slice(piece.indexOf('=') + 1);
    const value = pairs[pair]?.value ?? '';
    values.set(pair, isSame(part, value, encodeQueryValue) ? value : readQueryPair(`=${part}`)[1]);
  }
  const inUrl = new Set(pieces.slice(0, last + 1).map(({ pair }) => pair));
  const query = own.length === 0 ? '' : `?${own.map(({ piece }) => piece).join('&')}`;
  return {
    url: `${address.slice(0, at)}${query}${fragment}`,
    queryParams: pairs.flatMap((pair, index) =>
      inUrl.has(index) ? [] : [{ ...pair, value: values.get(index) ?? pair.value }],
    ),
  };
};

/** Removes the parameters from a file's URL again; the inverse of {@link withQuery}. */
export const removeQuery = (
  url: string,
  pairs: readonly Pair[],
): { readonly url: string; readonly queryParams: readonly Pair[] } => {
  if (!pairs.some(({ enabled }) => enabled)) return { url, queryParams: pairs };
  const query = formatQuery(pairs);
  const [address, fragment] = splitFragment(url);
  if (address.endsWith(query)) {
    const before = address.slice(0, address.length - query.length);
    const [rest, separator] = [before.slice(0, -1), before.slice(-1)];
    if (separator === (rest.includes('?') ? '&' : '?')) return { url: rest + fragment, queryParams: pairs };
  }
  return parseEditedUrl(address, fragment, pairs);
};
