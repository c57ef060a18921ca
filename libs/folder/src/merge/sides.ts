import { isDeepStrictEqual } from 'node:util';

/** A value on both sides and when they last agreed; undefined if there is none. */
export interface Sides {
  readonly base: unknown;
  readonly ours: unknown;
  readonly theirs: unknown;
}

export interface FieldConflict extends Sides {
  readonly field: string;
}

/** What each side should have, and the base of the next comparison; the three differ only in conflicts. */
export interface MergedSides extends Sides {
  /**
   * The common ancestor of the merged file and a database without the merged value: the database's current value,
   * since the file includes it; in a conflict the old base.
   */
  readonly common: unknown;
  readonly conflicts: readonly FieldConflict[];
}

/** Resolves a conflict if somebody has decided it. */
export type Decide = (conflict: FieldConflict) => { readonly value: unknown } | undefined;

/** The same value for all; the database still has `before`. */
export const createAgreement = (value: unknown, before: unknown): MergedSides => ({
  base: value,
  ours: value,
  theirs: value,
  common: before,
  conflicts: [],
});

/** Both sides changed it: the chosen value, otherwise each keeps its own and the base stays. */
export const resolveConflict = (field: string, sides: Sides, decide: Decide): MergedSides => {
  const conflict = { field, ...sides };
  const decided = decide(conflict);
  return decided
    ? createAgreement(decided.value, sides.ours)
    : { ...sides, common: sides.base, conflicts: [conflict] };
};

/** The value of the side that changed; undefined if both changed differently. */
export const mergeOneSided = ({ base, ours, theirs }: Sides): MergedSides | undefined => {
  if (isDeepStrictEqual(ours, theirs) || isDeepStrictEqual(theirs, base)) return createAgreement(ours, ours);
  return isDeepStrictEqual(ours, base) ? createAgreement(theirs, ours) : undefined;
};

/** Whole values: the side that changed wins. */
export const mergeWhole = (field: string, sides: Sides, decide: Decide): MergedSides =>
  mergeOneSided(sides) ?? resolveConflict(field, sides, decide);
