import { access } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { Git } from '@tandem/core';
import { E } from '@tandem/core/fp';
import { createFolderVersions, formatDriverCommand, readFolderLimits } from '@tandem/folder';

interface GitOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly tandemProgram?: readonly [node: string, script: string];
}

/** Whether a folder may be in a repository: it or a folder around it contains `.git`. */
const mayBeInRepository = async (folder: string): Promise<boolean> => {
  for (let at = folder; ; at = dirname(at)) {
    const isThere = await access(join(at, '.git')).then(
      () => true,
      () => false,
    );
    if (isThere || at === dirname(at)) return isThere;
  }
};

/** Creates an adapter for the installed git, which is loaded when it is first needed in a repository. */
const createLazyGit = ({ env = {}, tandemProgram }: GitOptions): Git => {
  let opened: Promise<Git> | undefined;
  const load = async (): Promise<Git> => {
    const { createGit, readGitLimits } = await import('@tandem/git');
    return createGit({
      // Git needs the environment of the person, such as the search path and the socket of the SSH agent.
      env: process.env,
      limits: readGitLimits(env),
      ...(tandemProgram === undefined ? {} : { ownDriver: formatDriverCommand(tandemProgram) }),
    });
  };
  const open = (): Promise<Git> => (opened ??= load());
  return {
    look: (folder) => async () => (await open()).look(folder)(),
    findCommitTime: (folder) => async () =>
      (await mayBeInRepository(folder)) ? (await open()).findCommitTime(folder)() : E.right(null),
    read: (folder, files) => async () => (await open()).read(folder, files)(),
    stage: (folder, paths, isStaged, consent) => async () =>
      (await open()).stage(folder, paths, isStaged, consent)(),
    commit: (folder, commit, consent) => async () => (await open()).commit(folder, commit, consent)(),
    switchBranch: (folder, branch, consent) => async () =>
      (await open()).switchBranch(folder, branch, consent)(),
    pull: (folder, consent) => async () => (await open()).pull(folder, consent)(),
    push: (folder, consent) => async () => (await open()).push(folder, consent)(),
  };
};

/** Creates the ports for the Git page of the window. */
export const createGitPorts = (options: GitOptions) => ({
  git: createLazyGit(options),
  folderVersions: createFolderVersions(readFolderLimits(options.env ?? {})),
});
