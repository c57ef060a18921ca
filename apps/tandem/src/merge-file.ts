import type { Subcommand } from '@tandem/node/cli/commands';

/** The merge driver that git starts for each file that both sides changed. */
export const mergeFileCommand: Subcommand = {
  name: 'merge-file',
  description: 'Merge a file of a workspace folder, as git does',
  args: [
    ['<base>', 'the common ancestor, %O'],
    ['<ours>', 'the current version, %A, which the result replaces'],
    ['<theirs>', 'the other version, %B'],
    ['[path]', 'where the file is in the repository, %P'],
    ['[marker-size]', 'length of conflict markers, %L'],
  ],
  examples: 'Exit codes: 0 merged, 1 with conflicts, 129 nothing was written.',
  run: async (args, { error }) => {
    const { codes, mergePaths } = await import('./merge-paths.js');
    try {
      return await mergePaths(args);
    } catch (cause) {
      error(
        `tandem: cannot merge ${args[3] ?? args[1] ?? ''}: ${cause instanceof Error ? cause.message : ''}\n`,
      );
      return codes.failed;
    }
  },
};
