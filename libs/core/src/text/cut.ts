import { Int, stringifyJson, t } from '../codec/index.js';

/**
 * The fields by which a result says that a part of it was cut: the size of the whole, and where it goes on. Bytes for
 * a body or a schema, characters for other text, entries for a list.
 */
export const cutFields = { truncated: t.literal(true), size: Int, nextOffset: Int } as const;

/** What a result says of a part that was cut. Empty if it is whole. */
export interface CutExtent {
  readonly truncated?: true;
  readonly size?: number;
  readonly nextOffset?: number;
}

/** Says that a result has only what is before `end`, if that is not all. */
export const describeCut = (size: number, end: number): CutExtent =>
  end < size ? { truncated: true, size, nextOffset: end } : {};

/** A part of a list, and what a result says of it. */
export const cutList = <A>(
  all: readonly A[],
  most: number,
  offset = 0,
): { readonly list: readonly A[]; readonly extent: CutExtent } => {
  const list = all.slice(offset, offset + most);
  return { list, extent: describeCut(all.length, offset + list.length) };
};

/** The nearest position at or before `at` that is not between the halves of a surrogate pair. */
const alignPosition = (text: string, at: number): number =>
  /[\udc00-\udfff]/.test(text.charAt(at)) && /[\ud800-\udbff]/.test(text.charAt(at - 1)) ? at - 1 : at;

/** A part of a text in UTF-16 units, and what a result says of it. Parts that follow each other make up the whole. */
export const cutTextAt = (
  text: string,
  most: number,
  offset = 0,
): { readonly text: string; readonly extent: CutExtent } => {
  const start = alignPosition(text, Math.min(offset, text.length));
  const aligned = alignPosition(text, Math.min(offset + most, text.length));
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

/** How many UTF-16 units of a long value are shown before the place where it begins to differ. */
const shownBefore = 40;

/**
 * Values of one place, such as before and after a change. Each that is longer than `most` UTF-16 units becomes text
 * around the place where they begin to differ; then `truncated` says so, with the length of the longest.
 */
export const excerptValues = <N extends string>(
  values: Readonly<Partial<Record<N, unknown>>>,
  most: number,
): Readonly<Partial<Record<N, unknown>>> & Pick<CutExtent, 'truncated' | 'size'> => {
  const all = Object.entries<unknown>(values).map(([name, value]) => ({ name, value, text: toText(value) }));
  const size = Math.max(0, ...all.map(({ text }) => text.length));
  if (size <= most) return values;
  const [one, other] = all;
  const at = one === undefined || other === undefined ? 0 : findFirstDifference(one.text, other.text);
  const from = at <= most - shownBefore ? 0 : Math.max(0, at - shownBefore);
  const shown = all.map(({ name, value, text }) => [
    name,
    text.length <= most ? value : cutAt(text, from, from + most),
  ]);
  return { ...(Object.fromEntries(shown) as typeof values), truncated: true, size };
};
