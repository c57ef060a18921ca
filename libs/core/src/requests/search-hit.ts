import { stringifyJson, struct, t } from '../codec/index.js';

/** Where a search matched, if neither in the name nor the URL. */
export const FoundIn = struct('where a search has hit', { field: t.string, excerpt: t.string });
export type FoundIn = t.TypeOf<typeof FoundIn>;

/** The searched fields of a request after its name and URL, in this order. */
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
const around = { before: 30, after: 60 } as const;

type Value = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Value => typeof value === 'object' && value !== null;

/** Names and values of pairs, one per line. */
const pairLines = (pairs: readonly unknown[]): string =>
  pairs
    .filter(isObject)
    .map(({ name, value, file }) => `${String(name)}: ${String(value ?? file)}`)
    .join('\n');

const toSearchText = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return pairLines(value);
  if (!isObject(value)) return '';
  const { type, content, fields, parts, file } = value;
  if (typeof type !== 'string') return Object.keys(value).length === 0 ? '' : stringifyJson(value);
  return toSearchText(content ?? fields ?? parts ?? file ?? '');
};

const cutExcerpt = (text: string, at: number, length: number): string => {
  const [from, to] = [Math.max(0, at - around.before), Math.min(text.length, at + length + around.after)];
  const piece = Array.from(text.slice(from, to))
    .filter((point) => !/^[\ud800-\udfff]$/.test(point))
    .join('')
    .replaceAll('\0', '…')
    .replaceAll(/\s+/g, ' ');
  return `${from > 0 ? '…' : ''}${piece}${to < text.length ? '…' : ''}`;
};

/** The text as shown to the caller. A match must be in that text. */
type TextView = (text: string) => string;

const findInFields = (
  request: Value,
  word: string,
  findIn: (text: string, word: string) => string | undefined,
): FoundIn | undefined => {
  for (const field of searchedFields) {
    const text = findIn(toSearchText(request[field]).slice(0, maxSearchedLength), word);
    if (text !== undefined)
      return { field, excerpt: cutExcerpt(text, text.toLowerCase().indexOf(word), word.length) };
  }
  return undefined;
};

/** The words of a search. A request matches if it has each of them, wherever. */
export const splitSearch = (search: string): readonly string[] =>
  search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');

/** What a list shows of a request, so that a match there needs no excerpt. GraphQL requests have no method of their own. */
const listShownTexts = ({ name, folder, method = 'POST', url }: Value): readonly string[] =>
  [name, folder, method, url].map(String);

/**
 * Where a search matches: `null` if all of its words are in the name, folder, method and URL, otherwise the field of
 * the first word that is not. Undefined if a word is nowhere.
 */
export const findSearchHit = (
  request: Value,
  search: string,
  shown: TextView = (text) => text,
): FoundIn | null | undefined => {
  const findIn = (text: string, word: string): string | undefined => {
    if (!text.toLowerCase().includes(word)) return undefined;
    const seen = shown(text);
    return seen.toLowerCase().includes(word) ? seen : undefined;
  };
  let found: FoundIn | null = null;
  for (const word of splitSearch(search)) {
    if (listShownTexts(request).some((text) => findIn(text, word) !== undefined)) continue;
    const hit = findInFields(request, word, findIn);
    if (hit === undefined) return undefined;
    found ??= hit;
  }
  return found;
};
