import { isUtf8 } from 'node:buffer';
import { readFile, writeFile } from 'node:fs/promises';

import type { Subcommand } from '@tandem/cli/commands';

/** Git reads 1 as conflicts; only a code above 128 means that the driver failed and left the file unchanged. */
const codes = { clean: 0, conflicts: 1, failed: 129 } as const;

const defaultMarkerSize = 7;

const merge = async (args: readonly (string | undefined)[]): Promise<number> => {
  const [basePath = '', oursPath = '', theirsPath = '', path = oursPath, size] = args;
  const { mergeFile } = await import('@tandem/folder/merge-file');
  const versions = await Promise.all([basePath, oursPath, theirsPath].map((file) => readFile(file)));
  // Like git for binary files: keeps our version and leaves the decision to a person.
  if (!versions.every((bytes) => isUtf8(bytes))) return codes.conflicts;
  const [base = '', ours = '', theirs = ''] = versions.map(String);
  const { text, isClean } = mergeFile(path, { base, ours, theirs }, Number(size) || defaultMarkerSize);
  await writeFile(oursPath, text);
  return isClean ? codes.clean : codes.conflicts;
};

/** The merge driver that git starts for each file that both sides changed. */
export const mergeFileCommand: Subcommand = {
  name: 'merge-file',
  description: 'Merge a file of a workspace folder, as a git merge driver; the result replaces <ours>',
  args: [
    ['<base>', 'the common ancestor, %O'],
    ['<ours>', 'the current version, %A'],
    ['<theirs>', 'the other version, %B'],
    ['[path]', 'where the file is in the repository, %P'],
    ['[marker-size]', 'length of conflict markers, %L'],
  ],
  run: async (args, { error }) => {
    try {
      return await merge(args);
    } catch (cause) {
      error(
        `tandem: cannot merge ${args[3] ?? args[1] ?? ''}: ${cause instanceof Error ? cause.message : ''}\n`,
      );
      return codes.failed;
    }
  },
};
