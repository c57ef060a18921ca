import { type Output, runCommands } from '@tandem/cli/commands';

import { mergeDriverCommands } from './merge-driver.js';
import { mergeFileCommand } from './merge-file.js';
import { version } from './version.js';

/** Runs the `tandem` command and returns its exit code. */
export const run = (argv: readonly string[], output: Output): Promise<number> =>
  runCommands(
    {
      name: 'tandem',
      version,
      description: 'Works with workspace folders.',
      commands: [mergeFileCommand, ...mergeDriverCommands],
    },
    argv,
    output,
  );
