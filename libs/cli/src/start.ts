import { sentenceOf } from './start-failure.js';

/** A fault of this program rather than of the system it runs on: its stack is what is needed. */
const isBug = (error: unknown): boolean =>
  (error as Partial<NodeJS.ErrnoException> | null)?.code === undefined;

/**
 * Loads a program, runs it and ends the process with its exit code. What keeps it from being loaded, such as a limit on
 * open files, is one line on stderr, and 1. So this module imports next to nothing itself.
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
