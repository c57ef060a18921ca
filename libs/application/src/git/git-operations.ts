import {
  type AppError,
  type AppResult,
  createInvalidInput,
  GitChanges,
  type GitLook,
  GitState,
  type NewCommit,
  type Ports,
  workspaceRef,
} from '@tandem/core';
import { integer, struct, t, withDefault, withDescription } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

import { type Effects, operation, readEffects } from '../operation.js';
import type { OperationScope } from '../operation.js';
import { isEnvFile, listChanges, loadSecretWatch } from './git-changes.js';
import {
  createUnusableState,
  findGitContext,
  type GitContext,
  toConsent,
  toGitState,
} from './git-context.js';

/** For people only, because a person decides what is committed and when the network is used. */
const forPeople = { audience: 'person' } as const;

const changesRepository: Effects = {
  readOnly: false,
  destructive: false,
  idempotent: false,
  openWorld: false,
};
const usesNetwork: Effects = { ...changesRepository, openWorld: true };

const paths = t.readonlyArray(t.string);

const GitArguments = struct('git arguments', {}, { workspaceId: workspaceRef });
type GitArguments = t.TypeOf<typeof GitArguments>;

const ListGitChangesArguments = struct(
  'git_changes arguments',
  { offset: withDescription(withDefault(integer(0, 1_000_000), 0), 'A nextOffset') },
  { workspaceId: workspaceRef },
);
type ListGitChangesArguments = t.TypeOf<typeof ListGitChangesArguments>;

export const StageFilesArguments = struct(
  'git_stage arguments',
  {
    paths: withDescription(paths, 'Changed files, relative to the data folder'),
    staged: withDescription(t.boolean, 'Whether to stage or to unstage them'),
  },
  { workspaceId: workspaceRef },
);
export type StageFilesArguments = t.TypeOf<typeof StageFilesArguments>;

export const CommitChangesArguments = struct(
  'git_commit arguments',
  { message: t.string },
  {
    workspaceId: workspaceRef,
    paths: withDescription(
      paths,
      'Commit these files as they are, and nothing else; default: what is staged',
    ),
    withSecrets: withDescription(t.boolean, 'Commit although a file holds the value of a secret'),
  },
);
export type CommitChangesArguments = t.TypeOf<typeof CommitChangesArguments>;

const GitCommitted = struct('the result of a commit', {
  commit: withDescription(t.string, 'Its id, shortened'),
  state: GitState,
});
type GitCommitted = t.TypeOf<typeof GitCommitted>;

const SwitchBranchArguments = struct(
  'git_switch arguments',
  { branch: t.string },
  { workspaceId: workspaceRef, create: withDescription(t.boolean, 'Whether to create the branch') },
);
type SwitchBranchArguments = t.TypeOf<typeof SwitchBranchArguments>;

const readState = (context: GitContext): AppResult<GitState> =>
  pipe(
    context.git.look(context.folder),
    TE.map((look) => toGitState(look, context)),
  );

/** The state of the repository. If git cannot be used, the state says why, because that is normal: most folders are in no repository. */
const getStatus =
  ({ ports }: OperationScope) =>
  ({ workspaceId }: GitArguments): AppResult<GitState> =>
    pipe(
      findGitContext(ports, workspaceId),
      TE.flatMap(readState),
      TE.orElse((error) =>
        error.kind === 'git-refused' ? TE.right(createUnusableState(error.reason)) : TE.left(error),
      ),
    );

export const gitStatus = operation({
  ...forPeople,
  name: 'git_status',
  title: 'State of the repository',
  description: 'Returns the branch of the repository that holds the data folder, and how many files changed.',
  arguments: GitArguments,
  result: GitState,
  effects: readEffects,
  useCase: 'git.status',
  run: getStatus,
});

export const gitChanges = operation({
  ...forPeople,
  name: 'git_changes',
  title: 'Changes since the last commit',
  description: 'Lists what changed since the last commit by request and field, and who changed it.',
  arguments: ListGitChangesArguments,
  result: GitChanges,
  effects: readEffects,
  useCase: 'git.changes',
  run:
    ({ ports }) =>
    ({ workspaceId, offset }: ListGitChangesArguments): AppResult<GitChanges> =>
      pipe(
        findGitContext(ports, workspaceId),
        TE.flatMap((context) =>
          pipe(
            context.git.look(context.folder),
            TE.flatMap((look) =>
              pipe(
                listChanges(ports, context, look, offset),
                TE.map((page) => ({ ...page, state: toGitState(look, context) })),
              ),
            ),
          ),
        ),
      ),
});

/** Runs a command that changes the repository. Meanwhile nothing else changes the workspace. Returns the new state. */
const changeRepository = (
  { ports, turns }: OperationScope,
  workspaceId: string | undefined,
  work: (context: GitContext) => AppResult<unknown>,
): AppResult<GitState> =>
  pipe(
    findGitContext(ports, workspaceId),
    TE.flatMap((context) =>
      turns(
        context.workspace.id,
        pipe(
          work(context),
          TE.flatMap(() => readState(context)),
        ),
      ),
    ),
  );

/** Refuses paths other than those of changed files, because they could lead out of the folder. */
const checkPaths = (wanted: readonly string[], { files }: GitLook, isStaging: boolean): AppResult<void> => {
  const known = new Set(files.map(({ path }) => path));
  const unknown = wanted.find((path) => !known.has(path));
  if (unknown !== undefined)
    return TE.left(
      createInvalidInput('paths', 'must be changed files of the data folder; git_changes lists them', {
        expected: 'paths of changed files',
        got: unknown,
      }),
    );
  const env = isStaging ? wanted.find(isEnvFile) : undefined;
  if (env === undefined) return TE.right(undefined);
  const reason = `${env} may hold secrets, so Tandem never commits it. Add it to .gitignore.`;
  return TE.left<AppError>({ kind: 'git-refused', reason });
};

export const gitStage = operation({
  ...forPeople,
  name: 'git_stage',
  title: 'Stage files',
  description: 'Stages changed files for the next commit, or unstages them.',
  arguments: StageFilesArguments,
  result: GitState,
  effects: { ...changesRepository, idempotent: true },
  useCase: 'git.stage',
  run:
    (scope) =>
    (
      { workspaceId, paths: wanted, staged }: StageFilesArguments,
      { signal }: { readonly signal: AbortSignal },
    ) =>
      changeRepository(scope, workspaceId, (context) =>
        pipe(
          context.git.look(context.folder),
          TE.flatMap((look) => checkPaths(wanted, look, staged)),
          TE.flatMap(() => context.git.stage(context.folder, wanted, staged, toConsent(context, signal))),
        ),
      ),
});

/** The files that the commit would contain. */
const listCommitted = ({ files }: GitLook, { paths: wanted }: Pick<CommitChangesArguments, 'paths'>) => {
  const chosen = wanted === undefined ? undefined : new Set(wanted);
  return files.filter(({ path, staged }) => (chosen === undefined ? staged !== 'none' : chosen.has(path)));
};

/** Reads the texts that the commit would contain: staged ones, or those of the named files on disk. */
const readCommitted = (context: GitContext, look: GitLook, input: CommitChangesArguments) => {
  const files = listCommitted(look, input);
  if (input.paths !== undefined)
    return pipe(
      context.git.read(context.folder, files),
      TE.map((read) => read.map(({ path, after, unread }) => ({ path, text: after, unread }))),
    );
  const staged = files.map(({ path, stagedObject }) => ({ path, object: stagedObject }));
  return pipe(
    context.git.read(context.folder, staged),
    TE.map((read) => read.map(({ path, before, unread }) => ({ path, text: before, unread }))),
  );
};

/** Refuses to commit secret values, and files that cannot be searched for them, unless a person insists. */
const refuseSecrets = (
  ports: Ports,
  context: GitContext,
  look: GitLook,
  input: CommitChangesArguments,
): AppResult<void> =>
  input.withSecrets === true
    ? TE.right(undefined)
    : pipe(
        TE.Do,
        TE.bind('watch', () => loadSecretWatch(ports, context.workspace)),
        TE.bind('read', () => readCommitted(context, look, input)),
        TE.flatMap(({ watch, read }) => {
          const found = read.flatMap(({ path, text, unread }) => {
            const what = unread === undefined ? watch.find(text ?? '') : `not searched: ${unread}`;
            return what === undefined ? [] : [`${path} (${what})`];
          });
          const reason = `The commit would hold values of secrets, or files that cannot be searched for them: ${found.slice(0, 5).join(', ')}. Remove the values and stage the files again, or commit them on purpose.`;
          return found.length === 0
            ? TE.right(undefined)
            : TE.left<AppError>({ kind: 'git-refused', reason });
        }),
      );

/** Refuses to commit everything that is staged if the list of changed files is incomplete. */
const refuseUnknown = (
  { isCut, files }: GitLook,
  { paths: wanted }: CommitChangesArguments,
): AppResult<void> =>
  isCut && wanted === undefined
    ? TE.left<AppError>({
        kind: 'git-refused',
        reason: `More than ${files.length} files have changed, so Tandem does not know all that is staged. Commit in a terminal, or choose the files to commit.`,
      })
    : TE.right(undefined);

const toNewCommit = ({ message, paths: wanted }: CommitChangesArguments): NewCommit => ({
  message,
  ...(wanted === undefined ? {} : { paths: wanted }),
});

const commitChanges =
  ({ ports, turns }: OperationScope) =>
  (input: CommitChangesArguments, { signal }: { readonly signal: AbortSignal }): AppResult<GitCommitted> => {
    if (input.message.trim() === '')
      return TE.left(
        createInvalidInput('message', 'must say what changed', { expected: 'a text', got: input.message }),
      );
    return pipe(
      findGitContext(ports, input.workspaceId),
      TE.flatMap((context) =>
        turns(
          context.workspace.id,
          pipe(
            TE.Do,
            TE.bind('look', () => context.git.look(context.folder)),
            TE.tap(({ look }) => refuseUnknown(look, input)),
            TE.tap(({ look }) =>
              checkPaths(input.paths ?? listCommitted(look, input).map(({ path }) => path), look, true),
            ),
            TE.tap(({ look }) => refuseSecrets(ports, context, look, input)),
            TE.bind('commit', () =>
              context.git.commit(context.folder, toNewCommit(input), toConsent(context, signal)),
            ),
            TE.bind('state', () => readState(context)),
            TE.map(({ commit, state }) => ({ commit, state })),
          ),
        ),
      ),
    );
  };

export const gitCommit = operation({
  ...forPeople,
  name: 'git_commit',
  title: 'Commit',
  description: 'Commits what is staged in the data folder, or the named files.',
  arguments: CommitChangesArguments,
  result: GitCommitted,
  effects: changesRepository,
  useCase: 'git.commit',
  run: commitChanges,
});

export const gitSwitch = operation({
  ...forPeople,
  name: 'git_switch',
  title: 'Switch the branch',
  description: 'Switches to another branch, or to a new one.',
  arguments: SwitchBranchArguments,
  result: GitState,
  effects: { ...changesRepository, destructive: true },
  useCase: 'git.switchBranch',
  run:
    (scope) =>
    (
      { workspaceId, branch: name, create: isNew = false }: SwitchBranchArguments,
      { signal }: { readonly signal: AbortSignal },
    ) =>
      changeRepository(scope, workspaceId, (context) =>
        context.git.switchBranch(context.folder, { name, isNew }, toConsent(context, signal)),
      ),
});

export const gitPull = operation({
  ...forPeople,
  name: 'git_pull',
  title: 'Pull',
  description: 'Fetches the commits of the remote branch and merges them.',
  arguments: GitArguments,
  result: GitState,
  effects: { ...usesNetwork, destructive: true },
  useCase: 'git.pull',
  run:
    (scope) =>
    ({ workspaceId }: GitArguments, { signal }: { readonly signal: AbortSignal }) =>
      changeRepository(scope, workspaceId, (context) =>
        context.git.pull(context.folder, toConsent(context, signal)),
      ),
});

export const gitPush = operation({
  ...forPeople,
  name: 'git_push',
  title: 'Push',
  description: 'Sends the commits of the branch to its remote.',
  arguments: GitArguments,
  result: GitState,
  effects: usesNetwork,
  useCase: 'git.push',
  run:
    (scope) =>
    ({ workspaceId }: GitArguments, { signal }: { readonly signal: AbortSignal }) =>
      changeRepository(scope, workspaceId, (context) =>
        context.git.push(context.folder, toConsent(context, signal)),
      ),
});
