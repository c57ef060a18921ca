import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds on a processor of one thread; NaN where the system does not say. */
const threadMs = (pid, thread) => {
  try {
    const [nanoseconds] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
    return Number(nanoseconds) / 1e6;
  } catch {
    return NaN;
  }
};

const threadsOf = (pid) => {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
};

/** Milliseconds of the thread that runs a process's own code. */
export const mainThreadMs = (pid) => threadMs(pid, pid);

/** Milliseconds of all threads that a process has now. */
export const processMs = (pid) =>
  threadsOf(pid).reduce((sum, thread) => sum + (threadMs(pid, thread) || 0), 0);

/** The processes that a process has started, as script hosts are; empty where there is no /proc. */
export const childrenOf = (pid) =>
  threadsOf(pid).flatMap((thread) => {
    try {
      const children = readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim();
      return children === '' ? [] : children.split(' ').map(Number);
    } catch {
      return [];
    }
  });
