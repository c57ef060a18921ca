import { type Output, runCommands } from '@tandem/cli/commands';

import { mergeDriverCommands } from './merge-driver.js';
import { mergeFileCommand } from './merge-file.js';
import { reportCommand } from './report.js';
import { runCommand } from './run/command.js';
import { validateCommand } from './validate.js';
import { version } from './version.js';

/** Runs the `tandem` command and returns its exit code. */
export const run = (argv: readonly string[], output: Output): Promise<number> =>
  runCommands(
    {
      name: 'tandem',
      version,
      description: 'Runs and checks workspace folders.',
      commands: [runCommand, validateCommand, reportCommand, mergeFileCommand, ...mergeDriverCommands],
    },
    argv,
    output,
    process.env,
  );
