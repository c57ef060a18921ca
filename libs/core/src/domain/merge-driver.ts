import { described, struct, t } from '../codec/index.js';

export const MergeDriverStatus = struct('the state of the merge driver', {
  repository: described(
    t.union([t.string, t.null]),
    'Root of the git repository that holds the data folder; null outside of one',
  ),
  isSetUp: described(t.boolean, "Whether git merges this folder's files with Tandem"),
  reason: described(t.union([t.string, t.null]), 'Why it cannot be set up; null when it can, or is'),
});
export type MergeDriverStatus = t.TypeOf<typeof MergeDriverStatus>;
