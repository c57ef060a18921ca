import { toVisibleText } from '@tandem/core/visible';
import { type CommandProgram, type Output, runCommands } from '@tandem/node/cli/commands';
import type { Outcome } from '@tandem/node/cli/start';

import { createCompletionCommand } from './completion/command.js';
import { connectCommands } from './connect/command.js';
import { exportCommand } from './export/command.js';
import { importCommand } from './import/command.js';
import { initCommand } from './init/command.js';
import {
  echoCommand,
  mcpCommand,
  mergeDriverCommands,
  mergeFileCommand,
  openCommand,
  reportCommand,
  validateCommand,
} from './commands.js';
import { runCommand } from './run/command.js';
import { version } from './version.js';

const commands = [
  openCommand,
  runCommand,
  reportCommand,
  validateCommand,
  initCommand,
  importCommand,
  exportCommand,
  mcpCommand,
  ...connectCommands,
  echoCommand,
  mergeFileCommand,
  ...mergeDriverCommands,
];

const program: CommandProgram = {
  name: 'tandem',
  version,
  description: 'An API workbench for you and your agent, and a runner for CI.',
  commands: [...commands, createCompletionCommand(() => program)],
  first: openCommand.name,
  groups: { 'merge-driver': 'Install or show the merge driver of a git clone' },
  examples: `Examples:
  tandem                                     open the window
  tandem init my-api                         make a workspace folder to start from
  tandem run --env Staging --reporter spec --reporter junit=report.xml
  tandem connect                             add Tandem to the MCP clients of this machine

"tandem <command> --help" shows the flags, examples and exit codes of a command.`,
};

interface TextStream {
  readonly write: (text: string) => unknown;
}

const createOutput = (stdout: TextStream, stderr: TextStream): Output => ({
  out: (text) => stdout.write(text),
  // Errors quote names and content of files, documents and servers, which may contain control characters.
  error: (text) => stderr.write(toVisibleText(text)),
});

/** Runs the `tandem` command, by default on the streams of this process. */
export const run = (
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  { stdout, stderr }: { readonly stdout: TextStream; readonly stderr: TextStream } = process,
): Promise<Outcome> => runCommands(program, argv, createOutput(stdout, stderr), env);
