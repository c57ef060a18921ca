import { createInterface } from 'node:readline/promises';

/** Asks a person on the terminal; without one, the answer is no. */
export const confirm = async (question: string): Promise<boolean> => {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
  } catch {
    // Ctrl+C or the end of the input.
    process.stderr.write('\n');
    return false;
  } finally {
    terminal.close();
  }
};
