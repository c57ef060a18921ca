import type { Pair } from '@tandem/core';

const token = /\{\{.*?\}\}/gs;

/** Percent-encodes as application/x-www-form-urlencoded does, `{{tokens}}` left as they are. */
const encodePart = (text: string): string => {
  const pieces: string[] = [];
  let from = 0;
  const encode = (piece: string) =>
    new URLSearchParams([['', piece]]).toString().slice(1).replaceAll('+', '%20');
  for (const { 0: found, index } of text.matchAll(token)) {
    pieces.push(encode(text.slice(from, index)), found.replace(/[&#]/g, encodeURIComponent));
    from = index + found.length;
  }
  return [...pieces, encode(text.slice(from))].join('');
};

/** The enabled pairs as a query string without its question mark. */
export const queryOf = (pairs: readonly Pair[]): string =>
  pairs
    .filter(({ enabled }) => enabled)
    .map(({ name, value }) => `${encodePart(name)}=${encodePart(value)}`)
    .join('&');

const splitFragment = (url: string): readonly [string, string] => {
  const at = url.indexOf('#');
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at)];
};

/** The URL as a file has it: with the parameters in its query, because some readers send it alone. */
export const withQuery = (url: string, pairs: readonly Pair[]): string => {
  const query = queryOf(pairs);
  if (query === '' && !pairs.some(({ enabled }) => enabled)) return url;
  const [address, fragment] = splitFragment(url);
  return `${address}${address.includes('?') ? '&' : '?'}${query}${fragment}`;
};

const decodePart = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
};

const pieceOf = (piece: string): readonly [string, string] => {
  const at = piece.indexOf('=');
  return at < 0 ? [decodePart(piece), ''] : [decodePart(piece.slice(0, at)), decodePart(piece.slice(at + 1))];
};

/** A query that was edited in the URL alone: what is a parameter there gets its value from there. */
const fromEdited = (address: string, fragment: string, pairs: readonly Pair[]) => {
  const at = address.indexOf('?');
  if (at < 0) return { url: address + fragment, queryParams: pairs };
  const rest = [...pairs.keys()].filter((index) => pairs[index]?.enabled);
  const values = new Map<number, string>();
  const own = address
    .slice(at + 1)
    .split('&')
    .filter((piece) => {
      const [name, value] = pieceOf(piece);
      const found = rest.find((index) => !values.has(index) && pairs[index]?.name === name);
      if (found !== undefined) values.set(found, value);
      return found === undefined;
    });
  const query = own.length === 0 ? '' : `?${own.join('&')}`;
  return {
    url: `${address.slice(0, at)}${query}${fragment}`,
    queryParams: pairs.map((pair, index) => ({ ...pair, value: values.get(index) ?? pair.value })),
  };
};

/** Takes the parameters out of a file's URL again; the inverse of {@link withQuery}. */
export const withoutQuery = (
  url: string,
  pairs: readonly Pair[],
): { readonly url: string; readonly queryParams: readonly Pair[] } => {
  if (!pairs.some(({ enabled }) => enabled)) return { url, queryParams: pairs };
  const query = queryOf(pairs);
  const [address, fragment] = splitFragment(url);
  if (address.endsWith(query)) {
    const before = address.slice(0, address.length - query.length);
    const [rest, separator] = [before.slice(0, -1), before.slice(-1)];
    if (separator === (rest.includes('?') ? '&' : '?')) return { url: rest + fragment, queryParams: pairs };
  }
  return fromEdited(address, fragment, pairs);
};
