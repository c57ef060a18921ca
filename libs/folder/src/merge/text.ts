import { mergeLines } from './lines.js';
import { createAgreement, type Decide, mergeWhole, type MergedSides, type Sides } from './sides.js';

/** Multi-line text: changes of different lines are both kept. */
export const mergeText = (field: string, sides: Sides, decide: Decide): MergedSides => {
  const { base, ours, theirs } = sides;
  if (typeof base === 'string' && typeof ours === 'string' && typeof theirs === 'string') {
    const merged = mergeLines(base, ours, theirs);
    if (merged !== undefined) return createAgreement(merged, ours);
  }
  return mergeWhole(field, sides, decide);
};
