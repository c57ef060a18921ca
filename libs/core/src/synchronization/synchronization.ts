import { withDescription, Int, Json, oneOf, struct, t } from '../codec/index.js';
import { WorkspaceId } from '../ids.js';
import { NewScript } from '../guards/script-review.js';
import { requestKindList, type RequestKind } from '../requests/request-kind.js';

/** The kinds of entities in a workspace folder. The workspace itself is its manifest. */
export const folderKinds = ['workspace', 'environment', 'folder', ...requestKindList] as const;
/** A kind of entity with a file in a workspace folder. */
export type FolderKind = 'workspace' | 'environment' | 'folder' | RequestKind;

/** A field changed differently by the app and the file. Both keep their values. `*` is the whole entity. */
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

/** An unreadable file. Line and column start at one. */
export const InvalidFile = struct('a file that cannot be read', {
  path: t.string,
  line: Int,
  column: Int,
  message: t.string,
});
export type InvalidFile = t.TypeOf<typeof InvalidFile>;

/** A field that was not written because it contains a secret's value; `secret` is its name. */
export const WithheldField = struct('a withheld field', {
  path: t.string,
  field: t.string,
  secret: t.string,
});
export type WithheldField = t.TypeOf<typeof WithheldField>;

export const FolderWarning = struct('a warning', { code: t.string, message: t.string }, { path: t.string });
export type FolderWarning = t.TypeOf<typeof FolderWarning>;

const paths = t.readonlyArray(t.string);

/** The report of a sync. Paths are relative to the data folder. `merged` lists entities that both sides changed. */
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
  scripts: withDescription(t.readonlyArray(NewScript), 'New; get no secrets until a person approves them'),
});
export type SynchronizationReport = t.TypeOf<typeof SynchronizationReport>;
