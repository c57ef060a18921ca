import { Int, Json, oneOf, struct, t, withDescription } from '../codec/index.js';
import { cutFields } from '../text/cut.js';
import { NewScript } from '../guards/reviews.js';
import { WorkspaceId } from '../ids.js';
import { type RequestKind, requestKindList } from '../requests/request-kind.js';

/**
 * One difference between two values. Without `before`, the value was added; without `after`, it was removed. Long values are truncated
 * and shown as text; `size` is then the length of the longest.
 */
export const Difference = struct(
  'a difference',
  { path: t.string },
  { before: Json, after: Json, truncated: cutFields.truncated, size: cutFields.size },
);
export type Difference = t.TypeOf<typeof Difference>;

export const DifferenceList = struct(
  'a list of differences',
  { differences: t.readonlyArray(Difference) },
  {
    /** The number of differences that follow the listed ones. */
    more: Int,
    /** The number of all differences, if only some are listed. */
    size: Int,
  },
);
export type DifferenceList = t.TypeOf<typeof DifferenceList>;

export const MergeDriverStatus = struct('the state of the merge driver', {
  repository: withDescription(
    t.union([t.string, t.null]),
    'Root of the git repository that holds the data folder; null outside of one',
  ),
  isSetUp: withDescription(t.boolean, "Whether git merges this folder's files with Tandem"),
  reason: withDescription(t.union([t.string, t.null]), 'Why it cannot be set up; null when it can, or is'),
});
export type MergeDriverStatus = t.TypeOf<typeof MergeDriverStatus>;

/** The kinds of entities in a workspace folder. The workspace itself is its manifest. */
const folderKinds = ['workspace', 'environment', 'folder', ...requestKindList] as const;
/** A kind of entity with a file in a workspace folder. */
export type FolderKind = 'workspace' | 'environment' | 'folder' | RequestKind;

/**
 * A field that the application and the file changed differently. Both keep their own value until a person decides. The field `*` stands for
 * the whole entity.
 */
export const FolderConflict = struct('a conflict', {
  id: t.string,
  kind: oneOf(...folderKinds),
  path: t.string,
  field: t.string,
  base: Json,
  ours: Json,
  theirs: Json,
});
export type FolderConflict = t.TypeOf<typeof FolderConflict>;

/** An unreadable file. Lines and columns start at 1. */
export const InvalidFile = struct('a file that cannot be read', {
  path: t.string,
  line: Int,
  column: Int,
  message: t.string,
});
export type InvalidFile = t.TypeOf<typeof InvalidFile>;

/** A field that was not written because it contains the value of a secret; `secret` is the secret's name. */
export const WithheldField = struct('a withheld field', {
  path: t.string,
  field: t.string,
  secret: t.string,
});
export type WithheldField = t.TypeOf<typeof WithheldField>;

export const FolderWarning = struct('a warning', { code: t.string, message: t.string }, { path: t.string });
export type FolderWarning = t.TypeOf<typeof FolderWarning>;

const paths = t.readonlyArray(t.string);

/** The report of a synchronization. Paths are relative to the data folder. `merged` lists entities that both sides changed. */
export const SynchronizationReport = struct('a synchronization report', {
  workspaceId: WorkspaceId,
  path: t.string,
  written: paths,
  pulled: paths,
  merged: paths,
  renamed: t.readonlyArray(struct('a renamed file', { from: t.string, to: t.string })),
  deleted: paths,
  unchanged: Int,
  conflicts: t.readonlyArray(FolderConflict),
  invalid: t.readonlyArray(InvalidFile),
  withheld: t.readonlyArray(WithheldField),
  warnings: t.readonlyArray(FolderWarning),
  scripts: withDescription(
    t.readonlyArray(NewScript),
    'New; they get no secrets until a person approves them',
  ),
});
export type SynchronizationReport = t.TypeOf<typeof SynchronizationReport>;
