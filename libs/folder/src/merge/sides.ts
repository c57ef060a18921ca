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
export interface MergedSides extends Sides {
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
export const createAgreement = (value: unknown, before: unknown): MergedSides => ({
  base: value,
  ours: value,
  theirs: value,
  common: before,
  conflicts: [],
});

/** Both changed it: what was decided, else each keeps its own and the base stays. */
export const resolveConflict = (field: string, sides: Sides, decide: Decide): MergedSides => {
  const conflict = { field, ...sides };
  const decided = decide(conflict);
  return decided
    ? createAgreement(decided.value, sides.ours)
    : { ...sides, common: sides.base, conflicts: [conflict] };
};

/** The value of the side that changed; undefined when both did, differently. */
export const mergeOneSided = ({ base, ours, theirs }: Sides): MergedSides | undefined => {
  if (isDeepStrictEqual(ours, theirs) || isDeepStrictEqual(theirs, base)) return createAgreement(ours, ours);
  return isDeepStrictEqual(ours, base) ? createAgreement(theirs, ours) : undefined;
};

/** Whole values: the side that changed wins. */
export const mergeWhole = (field: string, sides: Sides, decide: Decide): MergedSides =>
  mergeOneSided(sides) ?? resolveConflict(field, sides, decide);
