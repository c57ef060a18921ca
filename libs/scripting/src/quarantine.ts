import type { Host } from './host-process.js';

/** Limits concurrency. Others wait in order. */
const createGate = (most: number) => {
  let free = most;
  const waiting: (() => void)[] = [];
  return {
    enter: async (): Promise<void> => {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
    },
    leave: (): void => {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    },
    isAwaited: () => waiting.length > 0,
  };
};

/**
 * Hosts that run one call at a time, so that a crash identifies the script that caused it. A host that survives a
 * call takes the next pending one, and is ended if there is none.
 * @param start resolves with a ready host
 * @param most maximum number of concurrent calls
 */
export const createQuarantine = (start: () => Promise<Host>, most: number) => {
  const gate = createGate(most);
  const kept: Host[] = [];
  return async <A>(use: (host: Host) => Promise<A>): Promise<A> => {
    await gate.enter();
    let host: Host | undefined;
    let isClean = false;
    try {
      host = kept.pop() ?? (await start());
      const used = await use(host);
      isClean = true;
      return used;
    } finally {
      if (host && isClean && host.isAlive() && gate.isAwaited()) kept.push(host);
      else host?.kill();
      gate.leave();
    }
  };
};
