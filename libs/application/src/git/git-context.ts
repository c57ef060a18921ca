import {
  type AppError,
  type AppResult,
  type FolderVersions,
  getEndOfSecond,
  type Git,
  type GitConsent,
  type GitLook,
  type GitState,
  type Ports,
  type Repositories,
  type Workspace,
  type WorkspaceId,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { loadWorkspaceFolder, resolveWorkspace } from '../workspaces/resolve-workspace.js';

/** The data folder of a workspace, and what is needed to use git in it. */
export interface GitContext {
  readonly workspace: Workspace;
  readonly folder: string;
  readonly git: Git;
  readonly versions: FolderVersions;
  /** Whether a person trusts the folder. Only then may hooks and programs that the repository names run. */
  readonly isTrusted: boolean;
}

const refuseGit = (reason: string): AppError => ({ kind: 'git-refused', reason });

/** Whether the folder is trusted: a person trusts it, or the program has no reviews because its user vouches for every folder. */
const loadTrust = ({ store, contentHash }: Ports, { id }: Workspace): AppResult<boolean> =>
  pipe(
    store.scriptReviews.trust(id),
    TE.map(({ isTrusted }) => isTrusted || contentHash === undefined),
  );

/** Finds the data folder of a workspace. */
export const findGitContext = (ports: Ports, workspaceId: string | undefined): AppResult<GitContext> => {
  const { git, folderVersions: versions } = ports;
  if (git === undefined || versions === undefined)
    return TE.left(refuseGit('This program does not use git.'));
  return pipe(
    TE.Do,
    TE.bind('workspace', () => resolveWorkspace(ports)(workspaceId)),
    TE.bind('folder', ({ workspace }) =>
      pipe(loadWorkspaceFolder(ports, workspace), TE.flatMap(versions.locate)),
    ),
    TE.bind('isTrusted', ({ workspace }) => loadTrust(ports, workspace)),
    TE.map((found) => ({ ...found, git, versions })),
  );
};

/**
 * Finds the time until which the folder of a workspace is certainly committed; undefined if it is in no repository or cannot be read. Reads
 * it from the log, so it also knows commits that were made in a terminal or before a restart.
 */
export const findCommittedUntil = (
  { git, folderVersions: versions }: Pick<Ports, 'git' | 'folderVersions'>,
  store: Repositories,
  workspaceId: WorkspaceId,
): AppResult<string | undefined> => {
  if (git === undefined || versions === undefined) return TE.right(undefined);
  return pipe(
    store.workspaces.get(workspaceId),
    TE.flatMap((workspace) => loadWorkspaceFolder({ store }, workspace)),
    TE.flatMap(versions.locate),
    TE.flatMap(git.findCommitTime),
    TE.map((at) => (at === null ? undefined : getEndOfSecond(at))),
    TE.orElse(() => TE.right<AppError, string | undefined>(undefined)),
  );
};

/** The consent for a git command: a person asked for it. */
export const toConsent = ({ isTrusted }: GitContext, signal: AbortSignal): GitConsent => ({
  isTrusted,
  signal,
});

/** The state of a workspace in which git cannot be used, with the reason. */
export const createUnusableState = (problem: string): GitState => ({
  repository: null,
  problem,
  branch: null,
  commit: null,
  committedAt: null,
  upstream: null,
  ahead: 0,
  behind: 0,
  changed: 0,
  staged: 0,
  conflicts: [],
  unfinished: null,
  branches: [],
  canPush: false,
  notes: [],
});

const describeHooks = ({ hooks, programs }: GitLook, isTrusted: boolean): readonly string[] => {
  if (isTrusted) return [];
  return [
    ...(programs.length === 0
      ? []
      : [
          `The repository's own configuration has ${programs.join(', ')}, which may make git run programs or connect elsewhere. Until you trust the folder, you can look at changes here, and change nothing.`,
        ]),
    ...(hooks.length === 0
      ? []
      : [`The repository has hooks (${hooks.join(', ')}). They do not run until you trust the folder.`]),
  ];
};

/** Lists what a person should know before using git in this folder. */
const listNotes = (look: GitLook, isTrusted: boolean): readonly string[] => {
  const { state, prefix, isCut, files } = look;
  const { branch, commit, conflicts, unfinished } = state;
  return [
    ...(branch === null && unfinished !== 'rebase'
      ? [
          `HEAD is detached at ${commit ?? 'no commit'}. Switch to a branch, or create one, before you commit.`,
        ]
      : []),
    ...(unfinished === null
      ? []
      : [
          `A ${unfinished} is not finished. Resolve its conflicts in the files and stage them, then commit; to give it up, run "git ${unfinished} --abort" in a terminal.`,
        ]),
    ...(conflicts.length === 0 ? [] : [`Files with conflicts: ${conflicts.slice(0, 5).join(', ')}.`]),
    ...(prefix === ''
      ? []
      : [`The repository is larger than this folder: only changes in ${prefix} are shown and committed.`]),
    ...(isCut ? [`Only the first ${files.length} changed files are shown.`] : []),
    ...describeHooks(look, isTrusted),
  ];
};

/** The state of the repository as a person sees it. */
export const toGitState = (look: GitLook, { isTrusted }: GitContext): GitState => ({
  ...look.state,
  notes: listNotes(look, isTrusted),
});
