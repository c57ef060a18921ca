import { basename, dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Output, Subcommand } from '@tandem/cli/commands';

/** The command that git uses to start this program. */
const program = [process.execPath, fileURLToPath(new URL('./main.js', import.meta.url))];

const failed = 1;

/** The workspace folder, given that folder or the data folder in it. */
const workspaceAt = (folder = '.'): string => {
  const path = resolve(folder);
  return basename(path) === 'tandem' ? dirname(path) : path;
};

const report =
  (what: 'status' | 'install') =>
  async ([folder]: readonly (string | undefined)[], { out, error }: Output): Promise<number> => {
    const [{ createMergeDriver }, { describe }, { E }] = await Promise.all([
      import('@tandem/folder/git'),
      import('@tandem/core'),
      import('@tandem/core/fp'),
    ]);
    const outcome = await createMergeDriver(program)[what](workspaceAt(folder))();
    if (E.isLeft(outcome)) {
      error(`tandem: ${describe(outcome.left)}\n`);
      return failed;
    }
    const { repository, isSetUp, reason } = outcome.right;
    if (isSetUp) out(`git merges this folder with Tandem, in ${repository ?? ''}.\n`);
    else
      error(
        `tandem: ${reason ?? 'git does not merge this folder with Tandem; run "tandem merge-driver install".'}\n`,
      );
    return isSetUp ? 0 : failed;
  };

const folder = ['[folder]', 'the workspace folder; default: this one'] as const;

/** Installs the merge driver in a clone, and shows whether it is installed. */
export const mergeDriverCommands: readonly Subcommand[] = [
  {
    name: 'merge-driver install',
    description: 'Make git merge a workspace folder field by field, in this clone only',
    args: [folder],
    run: report('install'),
  },
  {
    name: 'merge-driver status',
    description: 'Show whether git merges a workspace folder field by field',
    args: [folder],
    run: report('status'),
  },
];
