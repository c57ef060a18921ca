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

/** Where a search matches: `null` for a name or URL, undefined if nowhere. */
export const findSearchHit = (
  request: Readonly<Record<string, unknown>>,
  search: string,
  shown: TextView = (text) => text,
): FoundIn | null | undefined => {
  const wanted = search.toLowerCase();
  const hit = (text: string): string | undefined => {
    if (!text.toLowerCase().includes(wanted)) return undefined;
    const seen = shown(text);
    return seen.toLowerCase().includes(wanted) ? seen : undefined;
  };
  if ([request.name, request.url].some((text) => hit(String(text)) !== undefined)) return null;
  for (const field of searchedFields) {
    const text = hit(toSearchText(request[field]).slice(0, maxSearchedLength));
    if (text !== undefined)
      return { field, excerpt: cutExcerpt(text, text.toLowerCase().indexOf(wanted), wanted.length) };
  }
  return undefined;
};
