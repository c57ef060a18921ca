import { stringifyJson, struct, t } from '../codec/index.js';

/** The field that a search matched, with an excerpt, if the match is neither in the name nor in the URL. */
export const SearchMatch = struct('where a search has hit', { field: t.string, excerpt: t.string });
export type SearchMatch = t.TypeOf<typeof SearchMatch>;

/** The fields of a request that are searched after its name and URL, in this order. */
export const searchedFields = [
  'queryParams',
  'headers',
  'body',
  'query',
  'variables',
  'script',
  'description',
] as const;

/** Maximum searched length of a field, in UTF-16 units. */
export const maxSearchedLength = 100_000;

/** Lengths of an excerpt in UTF-16 units: before and after a match, and of the match itself. */
const excerptLengths = { before: 30, after: 60 } as const;

type Value = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Value => typeof value === 'object' && value !== null;

/** Names and values of pairs, one per line. */
const formatPairLines = (pairs: readonly unknown[]): string =>
  pairs
    .filter(isObject)
    .map(({ name, value, file }) => `${String(name)}: ${String(value ?? file)}`)
    .join('\n');

const toSearchText = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return formatPairLines(value);
  if (!isObject(value)) return '';
  const { type, content, fields, parts, file } = value;
  if (typeof type !== 'string') return Object.keys(value).length === 0 ? '' : stringifyJson(value);
  return toSearchText(content ?? fields ?? parts ?? file ?? '');
};

const cutExcerpt = (text: string, at: number, length: number): string => {
  const [from, to] = [
    Math.max(0, at - excerptLengths.before),
    Math.min(text.length, at + length + excerptLengths.after),
  ];
  const piece = Array.from(text.slice(from, to))
    .filter((point) => !/^[\ud800-\udfff]$/.test(point))
    .join('')
    .replaceAll('\0', '…')
    .replaceAll(/\s+/g, ' ');
  return `${from > 0 ? '…' : ''}${piece}${to < text.length ? '…' : ''}`;
};

/** Returns the part of a text that the caller sees. A match must be in that text too. */
type TextView = (text: string) => string;

const findInFields = (
  request: Value,
  word: string,
  findIn: (text: string, word: string) => string | undefined,
): SearchMatch | undefined => {
  for (const field of searchedFields) {
    const text = findIn(toSearchText(request[field]).slice(0, maxSearchedLength), word);
    if (text !== undefined)
      return { field, excerpt: cutExcerpt(text, text.toLowerCase().indexOf(word), word.length) };
  }
  return undefined;
};

/** Splits a search into words. A request matches if it contains each word anywhere. */
export const splitSearch = (search: string): readonly string[] =>
  search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');

/** The texts of a request that a list shows, so that a match in them needs no excerpt. GraphQL requests have no method of their own. */
const listShownTexts = ({ name, folder, method = 'POST', url }: Value): readonly string[] =>
  [name, folder, method, url].map(String);

/**
 * Finds the field that a search matches: `null` if the name, folder, method and URL contain all of its words, otherwise the field that
 * contains the first of the other words. Undefined if the request lacks a word.
 */
export const findSearchHit = (
  request: Value,
  search: string,
  shown: TextView = (text) => text,
): SearchMatch | null | undefined => {
  const findIn = (text: string, word: string): string | undefined => {
    if (!text.toLowerCase().includes(word)) return undefined;
    const seen = shown(text);
    return seen.toLowerCase().includes(word) ? seen : undefined;
  };
  let found: SearchMatch | null = null;
  for (const word of splitSearch(search)) {
    if (listShownTexts(request).some((text) => findIn(text, word) !== undefined)) continue;
    const hit = findInFields(request, word, findIn);
    if (hit === undefined) return undefined;
    found ??= hit;
  }
  return found;
};
