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

/** Counts the lines that all texts begin with. */
const countCommonLines = (first: readonly string[], ...others: readonly (readonly string[])[]): number => {
  const at = first.findIndex((line, index) => others.some((list) => list[index] !== line));
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
  const [b, o, t] = [base.split('\n'), ours.split('\n'), theirs.split('\n')] as const;
  const start = countCommonLines(b, o, t);
  const reverseRest = (list: readonly string[]) => list.slice(start).reverse();
  const end = countCommonLines(reverseRest(b), reverseRest(o), reverseRest(t));
  const cut = (list: readonly string[]) => list.slice(start, list.length - end);
  return [{ ok: b.slice(0, start) }, ...compare(cut(b), cut(o), cut(t)), { ok: b.slice(b.length - end) }];
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
