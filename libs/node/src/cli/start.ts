import { setFlagsFromString } from 'node:v8';

import { runBundled } from './run-bundled.js';
import { describeStartFailure } from './start-failure.js';

/** Whether an error is a bug in this program, so that its stack is worth printing. */
const isBug = (error: unknown): boolean =>
  (error as Partial<NodeJS.ErrnoException> | null)?.code === undefined;

/** Number of bytes of bytecode that a function runs before V8 optimizes it. V8's default of 67,584 suits servers under load. */
const interruptBudget = 400_000;

/**
 * Makes Node 20 optimize later. Its compiler threads compete for cores with the script host and the page, although most functions that they
 * compile are rarely called again. Later versions of Node have a fast intermediate compiler.
 */
const optimizeLater = (): void => {
  if (Number(process.versions.node.split('.')[0]) < 22)
    setFlagsFromString(`--interrupt-budget=${interruptBudget}`);
};

/** The exit code of a program, or the main module of another program that this process continues with. */
export type Outcome = number | URL;

interface Program {
  readonly run: (argv: readonly string[], env: NodeJS.ProcessEnv) => Promise<Outcome>;
}

/** Loads a program. A bundle contains its programs as CommonJS modules. */
const loadProgram = async (program: URL): Promise<Program> =>
  (program.pathname.endsWith('.cjs') ? runBundled(program) : await import(program.href)) as Program;

/**
 * Loads and runs a program, and ends the process with its exit code. If the program cannot be loaded, for example because of the limit on
 * open files, prints one line to stderr and exits with 1; with 2 if a setting is invalid. Therefore, this module imports almost nothing.
 * @param program the module that runs the program
 */
export const startProgram = async (name: string, program: URL): Promise<void> => {
  optimizeLater();
  try {
    const { run } = await loadProgram(program);
    const outcome = await run(process.argv.slice(2), process.env);
    if (typeof outcome === 'number') process.exit(outcome);
    await import(outcome.href);
  } catch (error) {
    if (isBug(error)) throw error;
    process.stderr.write(`${name}: ${describeStartFailure(error)}\n`);
    process.exit((error as NodeJS.ErrnoException).code === 'SETTING_INVALID' ? 2 : 1);
  }
};
