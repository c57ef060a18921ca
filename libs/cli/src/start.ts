import { sentenceOf } from './start-failure.js';

/** Whether an error is a bug in this program, so that its stack is worth printing. */
const isBug = (error: unknown): boolean =>
  (error as Partial<NodeJS.ErrnoException> | null)?.code === undefined;

/**
 * Loads and runs a program and ends the process with its exit code. If the program cannot be loaded, for example because
 * of the limit of open files, it prints one line to stderr and exits with 1. Therefore this module imports almost nothing.
 */
export const startProgram = async (
  name: string,
  load: () => Promise<() => Promise<number>>,
): Promise<never> => {
  try {
    const run = await load();
    return process.exit(await run());
  } catch (error) {
    if (isBug(error)) throw error;
    process.stderr.write(`${name}: ${sentenceOf(error)}\n`);
    return process.exit(1);
  }
};
