import { Int, stringifyJson, t } from '../codec/index.js';

/**
 * The fields that a result has if it was cut: the size of the whole, and the offset of the next part. They count bytes for a body or a
 * schema, characters for other text, entries for a list.
 */
export const cutFields = { truncated: t.literal(true), size: Int, nextOffset: Int } as const;

/** Says whether a result was cut, and where it continues. Empty if the result is complete. */
export interface CutExtent {
  readonly truncated?: true;
  readonly size?: number;
  readonly nextOffset?: number;
}

/** Describes a result of which only the part before `end` remains. Empty if that is everything. */
export const describeCut = (size: number, end: number): CutExtent =>
  end < size ? { truncated: true, size, nextOffset: end } : {};

/** A part of a list, and how the list was cut. */
export const cutList = <A>(
  all: readonly A[],
  maxEntries: number,
  offset = 0,
): { readonly list: readonly A[]; readonly extent: CutExtent } => {
  const list = all.slice(offset, offset + maxEntries);
  return { list, extent: describeCut(all.length, offset + list.length) };
};

/** The nearest position at or before `at` that is not between the halves of a surrogate pair. */
const alignPosition = (text: string, at: number): number =>
  /[\udc00-\udfff]/.test(text.charAt(at)) && /[\ud800-\udbff]/.test(text.charAt(at - 1)) ? at - 1 : at;

/** A part of a text in UTF-16 units, and how the text was cut. Consecutive parts make up the whole text. */
export const cutTextAt = (
  text: string,
  maxLength: number,
  offset = 0,
): { readonly text: string; readonly extent: CutExtent } => {
  const start = alignPosition(text, Math.min(offset, text.length));
  const aligned = alignPosition(text, Math.min(offset + maxLength, text.length));
  const end = aligned > start ? aligned : Math.min(start + 2, text.length);
  return { text: text.slice(start, end), extent: describeCut(text.length, end) };
};

const toText = (value: unknown): string => (typeof value === 'string' ? value : stringifyJson(value ?? null));

const cutAt = (text: string, from: number, to: number): string => {
  const [start, end] = [alignPosition(text, from), alignPosition(text, Math.min(to, text.length))];
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
};

/** The first position at which two texts differ. */
const findFirstDifference = (one: string, other: string): number => {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
};

/** How many UTF-16 units of a long value are shown before the position where the values begin to differ. */
const shownBefore = 40;

/**
 * Shortens several values of one location, such as those before and after a change. A value of more than `maxLength` UTF-16 units becomes
 * text around the position where the values begin to differ. If there is such a value, `truncated` is set and `size` is the length of the
 * longest value.
 */
export const excerptValues = <N extends string>(
  values: Readonly<Partial<Record<N, unknown>>>,
  maxLength: number,
): Readonly<Partial<Record<N, unknown>>> & Pick<CutExtent, 'truncated' | 'size'> => {
  const all = Object.entries<unknown>(values).map(([name, value]) => ({ name, value, text: toText(value) }));
  const size = Math.max(0, ...all.map(({ text }) => text.length));
  if (size <= maxLength) return values;
  const [one, other] = all;
  const at = one === undefined || other === undefined ? 0 : findFirstDifference(one.text, other.text);
  const from = at <= maxLength - shownBefore ? 0 : Math.max(0, at - shownBefore);
  const shown = all.map(({ name, value, text }) => [
    name,
    text.length <= maxLength ? value : cutAt(text, from, from + maxLength),
  ]);
  return { ...(Object.fromEntries(shown) as typeof values), truncated: true, size };
};
