import { Int, Json, struct, t } from '../codec/index.js';

/**
 * One difference between two values. Without `before` it was added, without `after` removed. Long values are
 * truncated and shown as text.
 */
export const Difference = struct('a difference', { path: t.string }, { before: Json, after: Json });
export type Difference = t.TypeOf<typeof Difference>;

export const Differences = struct(
  'a list of differences',
  { differences: t.readonlyArray(Difference) },
  /** The number of further differences that are not listed. */
  { more: Int },
);
export type Differences = t.TypeOf<typeof Differences>;
