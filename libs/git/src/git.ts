import { lstat, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  type AppError,
  type AppResult,
  type FileVersions,
  type Git,
  type GitConsent,
  type GitFile,
  type GitLook,
  type NewCommit,
} from '@tandem/core';
import { TE } from '@tandem/core/fp';

import { GitRefusedError } from './failures.js';
import { defaultGitLimits, type GitLimits } from './limits.js';
import {
  findRepository,
  findUnfinished,
  getSetting,
  listHooks,
  listRemotes,
  type Repository,
} from './repository.js';
import { createRunGit, type GitCommand, type RunGit } from './run-git.js';
import { parseStatus, statusArguments } from './status.js';

export interface GitOptions {
  /** The environment of the person who started Tandem. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The command of Tandem's merge driver, which a repository may have in its configuration without being trusted. */
  readonly ownDriver?: string;
  readonly limits?: GitLimits;
}

/** Maximum number of git processes that read files at the same time. */
const readersTogether = 4;

/** Maximum number of branches that are listed. */
const maxBranches = 200;

const toError = (cause: unknown): AppError =>
  cause instanceof GitRefusedError
    ? { kind: 'git-refused', reason: cause.message }
    : { kind: 'storage-failed', doing: 'using git', reason: 'other', cause };

const attemptGit = <A>(work: () => Promise<A>): AppResult<A> => TE.tryCatch(work, toError);

/** Refuses to change a repository that can make git run programs, unless a person trusts the folder. */
const refusePrograms = ({ programs }: Repository, { isTrusted }: GitConsent): void => {
  if (isTrusted || programs.length === 0) return;
  throw new GitRefusedError(
    `The configuration of this repository has ${programs.join(', ')}, which may make git run programs or connect elsewhere. Remove that from the repository's configuration, or trust the folder under Trust.`,
  );
};

const readTree = async (run: RunGit, repository: Repository) => {
  const { folder, prefix, withoutFilters } = repository;
  const output = await run({ folder, args: statusArguments, reach: 'read', config: withoutFilters });
  return parseStatus(output, prefix);
};

const listBranches = async (run: RunGit, { folder }: Repository): Promise<readonly string[]> => {
  const args = [
    'for-each-ref',
    '--sort=-committerdate',
    `--count=${maxBranches}`,
    '--format=%(refname:lstrip=2)',
    'refs/heads',
  ];
  const output = await run({ folder, args, reach: 'read' });
  return output.split('\n').filter((name) => name !== '');
};

/** Finds the time of the current commit; null if the branch has no commit yet, or if there is no repository. */
const findCommitTime = async (run: RunGit, folder: string): Promise<string | null> => {
  const args = ['log', '-1', '--format=%ct'];
  const seconds = await run({ folder, args, reach: 'read' }).catch(() => '');
  return seconds.trim() === '' ? null : new Date(Number(seconds) * 1_000).toISOString();
};

const lookAt = async (run: RunGit, repository: Repository, limits: GitLimits): Promise<GitLook> => {
  const [status, committedAt, branches, hooks, unfinished] = await Promise.all([
    readTree(run, repository),
    findCommitTime(run, repository.folder),
    listBranches(run, repository),
    listHooks(repository),
    findUnfinished(repository),
  ]);
  const { files, ...about } = status;
  return {
    state: {
      repository: repository.root,
      problem: null,
      ...about,
      committedAt,
      changed: files.length,
      staged: files.filter(({ staged }) => staged !== 'none').length,
      conflicts: files.filter(({ isConflict }) => isConflict).map(({ path }) => path),
      unfinished,
      branches,
      canPush: listRemotes(repository).length > 0,
    },
    files: files.slice(0, limits.changedFiles),
    isCut: files.length > limits.changedFiles,
    prefix: repository.prefix.replace(/\/$/, ''),
    programs: repository.programs,
    hooks,
  };
};

/** Reads a file on disk. The content is null if the file does not exist, and `unread` says why it was not read. */
const readFromDisk = async (
  path: string,
  { fileBytes }: GitLimits,
): Promise<{ readonly text: string | null } | { readonly unread: string }> => {
  const found = await lstat(path).catch(() => null);
  if (found === null) return { text: null };
  if (!found.isFile()) return { unread: 'It is not a regular file.' };
  if (found.size > fileBytes) return { unread: 'It is too large to compare.' };
  return { text: await readFile(path, 'utf8') };
};

const readVersions = async (
  run: RunGit,
  folder: string,
  { path, object }: Pick<GitFile, 'path' | 'object'>,
  limits: GitLimits,
): Promise<FileVersions> => {
  const nothing = { path, before: null, after: null };
  const disk = await readFromDisk(join(folder, path), limits);
  if ('unread' in disk) return { ...nothing, unread: disk.unread };
  try {
    const before =
      object === null
        ? null
        : await run({
            folder,
            args: ['cat-file', 'blob', object],
            reach: 'read',
            maxBytes: limits.fileBytes,
          });
    return { path, before, after: disk.text };
  } catch (error) {
    if (!(error instanceof GitRefusedError)) throw error;
    return { ...nothing, unread: `Its last version cannot be read. ${error.message}` };
  }
};

const readAll = async (
  run: RunGit,
  folder: string,
  files: readonly Pick<GitFile, 'path' | 'object'>[],
  limits: GitLimits,
): Promise<readonly FileVersions[]> => {
  const found: FileVersions[] = [];
  for (let at = 0; at < files.length; at += readersTogether) {
    const some = files.slice(at, at + readersTogether);
    found.push(...(await Promise.all(some.map((file) => readVersions(run, folder, file, limits)))));
  }
  return found;
};

/** Gives `work` a private temporary folder, for messages and lists that would be too long for a command line. */
const withTemporaryFolder = async <A>(work: (folder: string) => Promise<A>): Promise<A> => {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-git-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const writePaths = async (directory: string, paths: readonly string[]): Promise<readonly string[]> => {
  const file = join(directory, 'paths');
  await writeFile(file, paths.map((path) => `${path}\0`).join(''));
  return [`--pathspec-from-file=${file}`, '--pathspec-file-nul'];
};

/** Creates the function that runs commands which change a repository. */
const createWriter =
  (run: RunGit, { folder }: Repository, { isTrusted, signal }: GitConsent, reach: GitCommand['reach']) =>
  (args: readonly string[], more: Pick<GitCommand, 'env'> = {}): Promise<string> =>
    run({ folder, args, reach, isTrusted, signal, ...more });

type Write = ReturnType<typeof createWriter>;

const stagePaths = (write: Write, paths: readonly string[], isStaged: boolean): Promise<unknown> =>
  withTemporaryFolder(async (directory) =>
    write([...(isStaged ? ['add', '--all'] : ['reset', '--quiet']), ...(await writePaths(directory, paths))]),
  );

/** Refuses to commit files that are staged outside of the data folder, because Tandem does not show them. */
const refuseStagedElsewhere = async (run: RunGit, { prefix, root }: Repository): Promise<void> => {
  const args = ['diff', '--cached', '--name-only', '-z', '--no-ext-diff', '--no-textconv', '--no-renames'];
  const output = await run({ folder: root, args, reach: 'read' });
  const others = output.split('\0').filter((path) => path !== '' && !path.startsWith(prefix));
  if (others.length === 0) return;
  const named = others.slice(0, 3).join(', ');
  throw new GitRefusedError(
    `Files outside of this folder are staged as well: ${named}${others.length > 3 ? ` and ${others.length - 3} more` : ''}. Commit or unstage them in a terminal first.`,
  );
};

const makeCommit = async (
  run: RunGit,
  repository: Repository,
  { message, paths }: NewCommit,
  consent: GitConsent,
): Promise<string> => {
  const write = createWriter(run, repository, consent, 'write');
  if (paths === undefined) await refuseStagedElsewhere(run, repository);
  await withTemporaryFolder(async (directory) => {
    const file = join(directory, 'message');
    await writeFile(file, message);
    const said = ['commit', '--quiet', '--cleanup=whitespace', '--file', file];
    if (paths === undefined) return write(said);
    const listed = await writePaths(directory, paths);
    // Git must know new files before it can commit only these files.
    await write(['add', '--all', ...listed]);
    return write([...said, '--only', ...listed]);
  });
  const { folder } = repository;
  const id = await run({ folder, args: ['rev-parse', '--short=8', 'HEAD'], reach: 'read' });
  return id.trim();
};

/**
 * Variables that keep ssh from asking questions on the terminal that Tandem was started from, unless the person has configured ssh for git.
 */
const createNetworkVariables = (
  env: GitOptions['env'],
  repository: Repository,
): Readonly<Record<string, string>> => {
  const hasOwnWay =
    ['GIT_SSH', 'GIT_SSH_COMMAND', 'SSH_ASKPASS'].some((name) => Object.hasOwn(env, name)) ||
    getSetting(repository, 'core.sshcommand') !== undefined;
  return hasOwnWay ? {} : { GIT_SSH_COMMAND: 'ssh -oBatchMode=yes' };
};

/** Whether the person or the repository has set how a pull joins branches. Otherwise a pull merges. */
const hasPullStrategy = (repository: Repository): boolean =>
  ['pull.rebase', 'pull.ff'].some((name) => getSetting(repository, name) !== undefined);

const findUpstream = async (run: RunGit, { folder }: Repository, branch: string) => {
  const args = [
    'for-each-ref',
    '--format=%(upstream:remotename)%00%(upstream:remoteref)',
    `refs/heads/${branch}`,
  ];
  const output = await run({ folder, args, reach: 'read' });
  const [remote = '', reference = ''] = output.trim().split('\0');
  return remote === '' || reference === '' ? undefined : { remote, reference };
};

/** The name of the branch to pull or push. Refuses if HEAD is detached, or if the branch has no commit yet. */
const requireBranch = async (run: RunGit, repository: Repository): Promise<string> => {
  const { branch, commit } = await readTree(run, repository);
  if (branch === null)
    throw new GitRefusedError('HEAD is detached, so there is no branch to use. Switch to a branch first.');
  if (commit === null) throw new GitRefusedError('The branch has no commit yet. Commit first.');
  return branch;
};

const pullBranch = async (
  run: RunGit,
  env: GitOptions['env'],
  repository: Repository,
  consent: GitConsent,
): Promise<void> => {
  const branch = await requireBranch(run, repository);
  if ((await findUpstream(run, repository, branch)) === undefined)
    throw new GitRefusedError(`The branch ${branch} follows no remote branch. Push it first.`);
  const write = createWriter(run, repository, consent, 'network');
  await write(
    [
      ...['pull', '--quiet', '--no-edit', '--no-recurse-submodules'],
      ...(hasPullStrategy(repository) ? [] : ['--no-rebase']),
    ],
    { env: createNetworkVariables(env, repository) },
  );
};

const pushBranch = async (
  run: RunGit,
  env: GitOptions['env'],
  repository: Repository,
  consent: GitConsent,
): Promise<void> => {
  const branch = await requireBranch(run, repository);
  const upstream = await findUpstream(run, repository, branch);
  const remotes = listRemotes(repository);
  const remote = upstream?.remote ?? (remotes.includes('origin') ? 'origin' : remotes[0]);
  if (remote === undefined)
    throw new GitRefusedError('The repository has no remote. Add one with "git remote add origin <url>".');
  const write = createWriter(run, repository, consent, 'network');
  await write(
    [
      ...['push', '--quiet', '--no-recurse-submodules'],
      ...(upstream === undefined ? ['--set-upstream'] : []),
      ...['--', remote, `refs/heads/${branch}:${upstream?.reference ?? `refs/heads/${branch}`}`],
    ],
    { env: createNetworkVariables(env, repository) },
  );
};

/** Creates the port to git on this machine, for the repositories of data folders. */
export const createGit = ({ env, ownDriver, limits = defaultGitLimits }: GitOptions): Git => {
  const run = createRunGit(env, limits);
  const find = (folder: string): Promise<Repository> => findRepository(run, folder, ownDriver);
  /** Runs commands that change a repository, if its configuration allows that. */
  const change = <A>(
    folder: string,
    consent: GitConsent,
    work: (repository: Repository) => Promise<A>,
  ): AppResult<A> =>
    attemptGit(async () => {
      const repository = await find(folder);
      refusePrograms(repository, consent);
      return work(repository);
    });
  return {
    look: (folder) => attemptGit(async () => lookAt(run, await find(folder), limits)),
    findCommitTime: (folder) => attemptGit(() => findCommitTime(run, folder)),
    read: (folder, files) => attemptGit(() => readAll(run, folder, files, limits)),
    stage: (folder, paths, isStaged, consent) =>
      change(folder, consent, async (repository) => {
        await stagePaths(createWriter(run, repository, consent, 'write'), paths, isStaged);
      }),
    commit: (folder, commit, consent) =>
      change(folder, consent, (repository) => makeCommit(run, repository, commit, consent)),
    switchBranch: (folder, { name, isNew }, consent) =>
      change(folder, consent, async (repository) => {
        if (name.startsWith('-')) throw new GitRefusedError('The name of a branch does not start with "-".');
        const write = createWriter(run, repository, consent, 'write');
        await write(['switch', '--quiet', ...(isNew ? ['--create', name] : ['--no-guess', name])]);
      }),
    pull: (folder, consent) =>
      change(folder, consent, (repository) => pullBranch(run, env, repository, consent)),
    push: (folder, consent) =>
      change(folder, consent, (repository) => pushBranch(run, env, repository, consent)),
  };
};
