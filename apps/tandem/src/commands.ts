import { fileURLToPath } from 'node:url';
import { commandVariable, defineSubcommand, type Subcommand } from '@tandem/node/cli/commands';

import { getProgramUrl } from './programs.js';
import { reporterFlag } from './run/flags.js';

/** Reads every file of a workspace folder and shows the errors. */
export const validateCommand = defineSubcommand({
  name: 'validate',
  description: 'Show what is wrong with the files of a workspace folder',
  args: [['[folder]', 'a workspace folder; default: this folder']],
  examples: 'Exit codes: 0 no problem, 2 wrong usage, 3 a file is not valid.',
  run: async ([folder], output) => (await import('./validate-folder.js')).validateFolder(folder, output),
});

/** Merges the reports of shards and writes them in other formats. */
export const reportCommand = defineSubcommand({
  name: 'report',
  description: 'Merge reports and write them in other formats',
  args: [['<reports...>', 'files with reports, such as those of the parts of a run']],
  flags: { reporters: reporterFlag },
  examples: `Examples:
  tandem report part-1.json part-2.json --reporter junit=report.xml
  tandem report part-*.json --reporter html=report.html --reporter spec

Exit codes: 0 all passed, 1 a request failed, 2 wrong usage.`,
  run: async (files, output, { reporters }) => {
    const { mergeFiles } = await import('./report-files.js');
    return mergeFiles(
      files.flatMap((file) => file ?? []),
      reporters,
      output,
    );
  },
});

const report =
  (what: 'status' | 'install'): Subcommand['run'] =>
  async (args, output) =>
    (await import('./report-on-merge-driver.js')).reportOnMergeDriver(what)(args, output);

const folder = ['[folder]', 'the workspace folder; default: this one'] as const;

/** Installs the merge driver in a clone, and shows whether it is installed. */
export const mergeDriverCommands: readonly Subcommand[] = [
  {
    name: 'merge-driver install',
    description: 'Make git merge a workspace folder field by field, in this clone only',
    args: [folder],
    examples: 'Exit codes: 0 set up, 1 not set up.',
    run: report('install'),
  },
  {
    name: 'merge-driver status',
    description: 'Show whether git merges a workspace folder field by field',
    args: [folder],
    examples: 'Exit codes: 0 set up, 1 not set up.',
    run: report('status'),
  },
];

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

type App = Parameters<typeof getProgramUrl>[0];

/** Runs another application in this process, and exits with it. */
const startApp = (app: App, command: string, args: readonly string[]): URL => {
  const main = getProgramUrl(app);
  process.env[commandVariable] = command;
  process.argv.splice(1, Infinity, fileURLToPath(main), ...args);
  return main;
};

/** Converts a folder in the first argument to the flag that opens the folder as a workspace of the window. */
const toWindowArguments = (args: readonly string[]): readonly string[] =>
  args[0]?.startsWith('-') === false ? ['--workspace', ...args] : args;

/** Creates a command that starts an application and passes its arguments on, because the application has flags and help of its own. */
const createProgramCommand = (
  name: string,
  description: string,
  app: App,
  argumentsOf: (args: readonly string[]) => readonly string[] = (args) => args,
): Subcommand => ({
  name,
  description,
  args: [],
  passesOn: true,
  run: (args) =>
    Promise.resolve(startApp(app, `tandem ${name}`, argumentsOf(args.flatMap((arg) => arg ?? [])))),
});

export const openCommand = createProgramCommand(
  'open',
  'Open the window; a folder that is named becomes a workspace',
  'desktop',
  toWindowArguments,
);

export const mcpCommand = createProgramCommand(
  'mcp',
  'Run the MCP server for agents; with --stdio for one client',
  'mcp-server',
);

export const echoCommand = createProgramCommand(
  'echo',
  'Run a server that describes each request it gets',
  'echo-server',
);
