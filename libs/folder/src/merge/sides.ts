import { isDeepStrictEqual } from 'node:util';

/** A value on both sides and as it was when they last agreed; undefined where there is none. */
export interface Sides {
  readonly base: unknown;
  readonly ours: unknown;
  readonly theirs: unknown;
}

export interface FieldConflict extends Sides {
  readonly field: string;
}

/** What each side is to have, and what the next comparison starts from; the three differ in conflicts only. */
export interface Merged extends Sides {
  /**
   * The common ancestor of the merged file and of a database that does not have the merged value yet: what the database
   * has now, since the file has taken that in; in a conflict the old base.
   */
  readonly common: unknown;
  readonly conflicts: readonly FieldConflict[];
}

/** Ends a conflict if somebody has decided it. */
export type Decide = (conflict: FieldConflict) => { readonly value: unknown } | undefined;

/** The same value for all, of which the database has `before` so far. */
export const agreed = (value: unknown, before: unknown): Merged => ({
  base: value,
  ours: value,
  theirs: value,
  common: before,
  conflicts: [],
});

/** Both changed it: what was decided, else each keeps its own and the base stays. */
export const disagreed = (field: string, sides: Sides, decide: Decide): Merged => {
  const conflict = { field, ...sides };
  const decided = decide(conflict);
  return decided
    ? agreed(decided.value, sides.ours)
    : { ...sides, common: sides.base, conflicts: [conflict] };
};

/** The value of the side that changed; undefined when both did, differently. */
export const oneSided = ({ base, ours, theirs }: Sides): Merged | undefined => {
  if (isDeepStrictEqual(ours, theirs) || isDeepStrictEqual(theirs, base)) return agreed(ours, ours);
  return isDeepStrictEqual(ours, base) ? agreed(theirs, ours) : undefined;
};

/** Whole values: the side that changed wins. */
export const mergeWhole = (field: string, sides: Sides, decide: Decide): Merged =>
  oneSided(sides) ?? disagreed(field, sides, decide);
