import { withDescription, struct, t } from '../codec/index.js';

export const MergeDriverStatus = struct('the state of the merge driver', {
  repository: withDescription(
    t.union([t.string, t.null]),
    'Root of the git repository that holds the data folder; null outside of one',
  ),
  isSetUp: withDescription(t.boolean, "Whether git merges this folder's files with Tandem"),
  reason: withDescription(t.union([t.string, t.null]), 'Why it cannot be set up; null when it can, or is'),
});
export type MergeDriverStatus = t.TypeOf<typeof MergeDriverStatus>;
