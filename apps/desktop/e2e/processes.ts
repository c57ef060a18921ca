import { readFileSync } from 'node:fs';

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

/** The child processes of `pid`, as listed by Linux. */
export const childrenOf = (pid: number): readonly number[] =>
  read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);

/** The arguments of a process; empty if it has ended. */
export const argumentsOf = (pid: number): readonly string[] =>
  read(`/proc/${pid}/cmdline`).split('\0').filter(Boolean);

/** Whether a process is running. */
export const isAlive = (pid: number): boolean => argumentsOf(pid).length > 0;
