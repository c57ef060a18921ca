import type { Host } from './host-process.js';

/** Lets a few in at a time, the others in their order. */
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
 * Hosts that run one call each at a time, so that when one dies it is known whose script it was. One that has survived
 * a call takes the next that waits, and is ended when none does.
 * @param start resolves with a host that is ready
 * @param most how many calls run at the same time
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
