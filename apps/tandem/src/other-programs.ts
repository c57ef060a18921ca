import { fileURLToPath } from 'node:url';

import { commandVariable, type Subcommand } from '@tandem/node/cli/commands';

import { getProgramUrl } from './programs.js';

type App = Parameters<typeof getProgramUrl>[0];

/** Runs another application in this process, which ends with it. */
const startApp = (app: App, command: string, args: readonly string[]): URL => {
  const main = getProgramUrl(app);
  process.env[commandVariable] = command;
  process.argv.splice(1, Infinity, fileURLToPath(main), ...args);
  return main;
};

/** A folder as first argument becomes a workspace of the window. */
const toWindowArguments = (args: readonly string[]): readonly string[] =>
  args[0]?.startsWith('-') === false ? ['--workspace', ...args] : args;

/** Each of these is an application with its own flags and help. */
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
