import { readdirSync, readFileSync } from 'node:fs';

/** CPU time of one thread in milliseconds; NaN if the system does not report it. */
const readThreadMs = (pid, thread) => {
  try {
    const [nanoseconds] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
    return Number(nanoseconds) / 1e6;
  } catch {
    return NaN;
  }
};

const listThreads = (pid) => {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
};

/** CPU time of a process's main thread in milliseconds. */
export const readMainThreadMs = (pid) => readThreadMs(pid, pid);

/** CPU time of all current threads of a process in milliseconds. */
export const processMs = (pid) =>
  listThreads(pid).reduce((sum, thread) => sum + (readThreadMs(pid, thread) || 0), 0);

/** Lists the child processes of a process, such as script hosts; empty without /proc. */
export const listChildren = (pid) =>
  listThreads(pid).flatMap((thread) => {
    try {
      const children = readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim();
      return children === '' ? [] : children.split(' ').map(Number);
    } catch {
      return [];
    }
  });
