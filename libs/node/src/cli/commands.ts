import { existsSync } from 'node:fs';
import { Command, CommanderError } from 'commander';

import { addFlags, type Flags, readFlagValues, type ValuesOf } from './flags.js';
import type { Outcome } from './start.js';

/**
 * The environment variable that names the command that started a server, such as `tandem mcp`. The help and the errors show it.
 */
export const commandVariable = 'TANDEM_COMMAND';

/** The streams to which a command writes. */
export interface Output {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
}

/** One command of a program with several commands. */
export interface Subcommand<F extends Flags = Flags> {
  /** One or more words, such as `merge-driver install`. */
  readonly name: string;
  readonly description: string;
  /** In the form of `--help`: `<name>` is required, `[name]` is optional, `[name...]` takes the rest. */
  readonly args: readonly (readonly [usage: string, description: string])[];
  /** The possible values of the arguments, for completion in a shell. Default: file names. */
  readonly words?: readonly string[];
  readonly flags?: F;
  /** Text that the help shows after the flags. */
  readonly examples?: string;
  /** Whether another program parses all of the command's arguments, including `--help`, so that `run` receives them unchanged. */
  readonly passesOn?: boolean;
  /** Runs the command. An omitted argument is undefined. This is a method, so that commands with different flags fit into one list. */
  run(args: readonly (string | undefined)[], output: Output, values: ValuesOf<F>): Promise<Outcome>;
}

/** A command with its own flags. */
export const defineSubcommand = <F extends Flags>(command: Subcommand<F>): Subcommand => command;

export interface CommandProgram {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly commands: readonly Subcommand[];
  /** The command that runs if the command line is empty. */
  readonly first?: string;
  /** The descriptions of groups of commands, by the word with which the names of their commands begin. */
  readonly groups?: Readonly<Record<string, string>>;
  /** Text that the help shows after the list of commands. */
  readonly examples?: string;
}

/** The exit code for an invalid command line. */
const wrongUsage = 2;

const getChildCommand = (parent: Command, name: string): Command =>
  parent.commands.find((one) => one.name() === name) ?? configureCommand(parent.command(name));

const configureCommand = (command: Command): Command => command.allowExcessArguments(false).exitOverride();

const addSubcommand = (root: Command, subcommand: Subcommand): Command => {
  const { name, description, args, flags = {}, examples, passesOn = false } = subcommand;
  const command = name.split(' ').reduce(getChildCommand, root).description(description);
  for (const [usage, says] of args) command.argument(usage, says);
  if (passesOn) command.helpOption(false).allowUnknownOption().argument('[flags...]');
  addFlags(command, flags);
  if (examples !== undefined) command.addHelpText('after', `\n${examples}`);
  return command;
};

/**
 * Runs the command in `argv` and returns its outcome, which is 2 for an invalid command line.
 * @param argv the arguments without the interpreter and the script
 * @param env the environment, from which flags are read that the command line omits
 */
export const runCommands = async (
  program: CommandProgram,
  argv: readonly string[],
  output: Output,
  env: NodeJS.ProcessEnv = {},
): Promise<Outcome> => {
  let outcome: Outcome = 0;
  const root = configureCommand(new Command(program.name))
    .description(program.description)
    .version(program.version)
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .configureOutput({ writeOut: output.out, writeErr: output.error })
    .showHelpAfterError('(--help lists the commands)');
  if (program.examples !== undefined) root.addHelpText('after', `\n${program.examples}`);
  for (const command of program.commands) {
    const added = addSubcommand(root, command);
    added.action(async (...given: readonly unknown[]) => {
      const listed = given.slice(0, command.args.length).flat() as (string | undefined)[];
      const args = command.passesOn === true ? added.args : listed;
      outcome = await command.run(args, output, readFlagValues(added, command.flags ?? {}, env));
    });
  }
  for (const [name, description] of Object.entries(program.groups ?? {}))
    getChildCommand(root, name).description(description);
  try {
    const given = argv.length === 0 && program.first !== undefined ? [program.first] : argv;
    await root.parseAsync([...given], { from: 'user' });
    return outcome;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? 0 : wrongUsage;
  }
};

/**
 * Finds the file that starts a built application: its bundle, or its compiled modules if it is not bundled.
 * @param app the folder of the application, with a trailing slash
 */
export const findProgram = (app: URL): URL => {
  const bundle = new URL('dist/bundle/main.js', app);
  return existsSync(bundle) ? bundle : new URL('dist/main.js', app);
};
