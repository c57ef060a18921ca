import { readFileSync } from 'node:fs';

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

/** The processes that `pid` started, as Linux lists them. */
export const childrenOf = (pid: number): readonly number[] =>
  read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);

/** The arguments of a process, empty once it has ended. */
export const argumentsOf = (pid: number): readonly string[] =>
  read(`/proc/${pid}/cmdline`).split('\0').filter(Boolean);

/** Whether a process runs. */
export const isAlive = (pid: number): boolean => argumentsOf(pid).length > 0;
