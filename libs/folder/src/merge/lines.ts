import { diff3Merge } from 'node-diff3';

/** Merged lines, or lines that both sides changed differently. */
export type Region =
  | { readonly ok: readonly string[] }
  | {
      readonly ok?: undefined;
      readonly base: readonly string[];
      readonly ours: readonly string[];
      readonly theirs: readonly string[];
    };

/**
 * Maximum number of changed lines that are compared. Comparing more would take too long for a person to wait, so they become one conflict.
 */
const maxChangedLines = 4_000;

const countCommonLines = (lists: readonly (readonly string[])[]): number => {
  const [first = [], ...rest] = lists;
  const at = first.findIndex((line, index) => rest.some((list) => list[index] !== line));
  return at < 0 ? first.length : at;
};

type Compare = (
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
) => readonly Region[];

const findChangedRegions: Compare = (base, ours, theirs) => {
  if (Math.max(base.length, ours.length, theirs.length) > maxChangedLines) return [{ base, ours, theirs }];
  return diff3Merge([...ours], [...base], [...theirs], { excludeFalseConflicts: true }).map(
    ({ ok, conflict }): Region =>
      conflict === undefined ? { ok: ok ?? [] } : { base: conflict.o, ours: conflict.a, theirs: conflict.b },
  );
};

/** Compares only what is between the common start and the common end of the texts. */
const compareBetweenEnds = (
  base: string,
  ours: string,
  theirs: string,
  compare: Compare,
): readonly Region[] => {
  const lists = [base, ours, theirs].map((text) => text.split('\n'));
  const start = Math.min(countCommonLines(lists), ...lists.map(({ length }) => length));
  const rest = lists.map((list) => list.slice(start));
  const tails = rest.map((list) => [...list].reverse());
  const end = Math.min(countCommonLines(tails), ...rest.map(({ length }) => length));
  const [b = [], o = [], t = []] = rest.map((list) => list.slice(0, list.length - end));
  const [whole = []] = lists;
  return [{ ok: whole.slice(0, start) }, ...compare(b, o, t), { ok: whole.slice(whole.length - end) }];
};

/** Merges three texts by line. The regions follow each other in the merged text. */
export const mergeRegions = (base: string, ours: string, theirs: string): readonly Region[] =>
  compareBetweenEnds(base, ours, theirs, findChangedRegions);

/** Marks all lines that differ in the three texts as one conflict. */
export const toSingleConflict = (base: string, ours: string, theirs: string): readonly Region[] =>
  compareBetweenEnds(base, ours, theirs, (b, o, t) => [{ base: b, ours: o, theirs: t }]);

/** Merges three texts by line; undefined if both sides changed the same lines differently. */
export const mergeLines = (base: string, ours: string, theirs: string): string | undefined => {
  const merged: string[] = [];
  for (const { ok } of mergeRegions(base, ours, theirs)) {
    if (ok === undefined) return undefined;
    merged.push(...ok);
  }
  return merged.join('\n');
};
