import nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

import { sentenceOf } from './start-failure.js';

/** Whether an error is a bug in this program, so that its stack is worth printing. */
const isBug = (error: unknown): boolean =>
  (error as Partial<NodeJS.ErrnoException> | null)?.code === undefined;

/** How much bytecode a function runs before V8 optimizes it, in bytes. V8's default of 67,584 fits servers under load. */
const interruptBudget = 400_000;

/**
 * Lets Node 20 optimize later: the threads of its compiler take the cores from the script host and from the page, and most of
 * what they compile hardly runs afterwards. Later versions have a quick compiler in between.
 */
const optimizeLater = (): void => {
  if (Number(process.versions.node.split('.')[0]) < 22)
    setFlagsFromString(`--interrupt-budget=${interruptBudget}`);
};

/**
 * Lets Node keep what it compiles of a program in `compiled` beside it, which takes an eighth from the next start. Node 20 cannot;
 * where the folder cannot be written, nothing is kept.
 */
const keepCompiled = (main: string): void => {
  const enable: unknown = Reflect.get(nodeModule, 'enableCompileCache');
  if (typeof enable === 'function')
    Reflect.apply(enable, nodeModule, [fileURLToPath(new URL('./compiled', main))]);
};

/**
 * Loads and runs a program and ends the process with its exit code. If the program cannot be loaded, for example because
 * of the limit of open files, it prints one line to stderr and exits with 1. Therefore this module imports almost nothing.
 * @param main the URL of the program's main module
 */
export const startProgram = async (
  name: string,
  main: string,
  load: () => Promise<() => Promise<number>>,
): Promise<never> => {
  optimizeLater();
  keepCompiled(main);
  try {
    const run = await load();
    return process.exit(await run());
  } catch (error) {
    if (isBug(error)) throw error;
    process.stderr.write(`${name}: ${sentenceOf(error)}\n`);
    return process.exit(1);
  }
};
