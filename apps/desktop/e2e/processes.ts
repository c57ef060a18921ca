import { readFileSync } from 'node:fs';

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

/** The child processes of `pid`, as listed by Linux. */
export const listChildren = (pid: number): readonly number[] =>
  read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);

/** Lists the arguments of a process; empty if it has ended. */
export const listArguments = (pid: number): readonly string[] =>
  read(`/proc/${pid}/cmdline`).split('\0').filter(Boolean);

/** Whether a process is running. */
export const isAlive = (pid: number): boolean => listArguments(pid).length > 0;
