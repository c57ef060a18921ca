import { Int, Json, oneOf, struct, t, withDescription } from '../codec/index.js';
import { AuthorKind } from '../activity/activity.js';
import { requestKindList } from '../requests/request-kind.js';

const texts = t.readonlyArray(t.string);

/** An operation that git has not finished, such as a merge with conflicts. */
export const UnfinishedWork = oneOf('merge', 'rebase', 'cherry-pick', 'revert');
export type UnfinishedWork = t.TypeOf<typeof UnfinishedWork>;

/** The state of the repository that holds a workspace's data folder. */
export const GitState = struct('the state of a git repository', {
  repository: withDescription(
    t.union([t.string, t.null]),
    'Root of the repository; null if git cannot be used here',
  ),
  problem: withDescription(t.union([t.string, t.null]), 'Why git cannot be used here; null if it can'),
  branch: withDescription(t.union([t.string, t.null]), 'The current branch; null if HEAD is detached'),
  commit: withDescription(
    t.union([t.string, t.null]),
    'The current commit, shortened; null before the first',
  ),
  committedAt: withDescription(t.union([t.string, t.null]), 'When the current commit was made'),
  upstream: withDescription(t.union([t.string, t.null]), 'The remote branch that pull and push use'),
  ahead: withDescription(Int, 'Commits that the upstream does not have'),
  behind: withDescription(Int, 'Fetched commits of the upstream that the branch does not have'),
  changed: withDescription(Int, 'Changed files in the data folder'),
  staged: withDescription(Int, 'Changed files in the data folder that are staged, at least in part'),
  conflicts: withDescription(texts, 'Files in the data folder with conflicts'),
  unfinished: t.union([UnfinishedWork, t.null]),
  branches: withDescription(texts, 'The local branches, last used first'),
  canPush: withDescription(t.boolean, 'Whether the repository has a remote'),
  notes: withDescription(texts, 'What a person should know before using git here: one sentence each'),
});
export type GitState = t.TypeOf<typeof GitState>;

/** The author of the last change to a field, according to the activity. */
export const FieldAuthor = struct(
  'the author of a field',
  { by: t.string, at: t.string },
  { kind: AuthorKind, session: t.string },
);
export type FieldAuthor = t.TypeOf<typeof FieldAuthor>;

/** A changed field. Without `before`, it was added; without `after`, it was removed. */
export const GitField = struct(
  'a changed field',
  { name: t.string },
  { before: Json, after: Json, author: FieldAuthor },
);
export type GitField = t.TypeOf<typeof GitField>;

/** The changes since the last commit in one request, folder, environment or other file. */
export const GitChange = struct('a change since the last commit', {
  id: withDescription(t.string, 'Id of the entity; the path of a file that is not an entity'),
  entity: oneOf('workspace', 'environment', 'folder', ...requestKindList, 'file'),
  name: t.string,
  op: oneOf('created', 'updated', 'deleted'),
  paths: withDescription(texts, 'Its changed files, relative to the data folder'),
  staged: oneOf('none', 'part', 'all'),
  isConflict: t.boolean,
  fields: t.readonlyArray(GitField),
  authors: withDescription(t.readonlyArray(FieldAuthor), 'Who made the change, each with the newest time'),
  secrets: withDescription(texts, 'Names of the secrets whose values are in the files'),
  note: withDescription(t.union([t.string, t.null]), 'Why its fields are not listed'),
});
export type GitChange = t.TypeOf<typeof GitChange>;

/** A page of changes since the last commit. */
export const GitChanges = struct(
  'changes since the last commit',
  {
    changes: t.readonlyArray(GitChange),
    state: withDescription(GitState, 'The state of the repository at the same moment'),
    files: withDescription(Int, 'The number of all changed files'),
    neverCommitted: withDescription(texts, 'Changed .env files, which Tandem does not commit'),
  },
  { nextOffset: withDescription(Int, 'Where the next page begins') },
);
export type GitChanges = t.TypeOf<typeof GitChanges>;

/**
 * Returns the end of the second in which a commit was made. Git stores no fractions of seconds, so only later changes are certainly not part
 * of the commit.
 */
export const getEndOfSecond = (at: string): string => new Date(Date.parse(at) + 999).toISOString();
