/** Asks the host for a callback after `ms`. */
export type StartTimer = (id: number, ms: number) => void;

type Callback = (...args: unknown[]) => unknown;

/** setTimeout and clearTimeout with the host's clock; the host calls `fire`. */
export const createTimers = (start: StartTimer, maxTimers: number) => {
  const waiting = new Map<number, readonly [Callback, readonly unknown[]]>();
  let lastId = 0;
  return {
    /** Whether no timer is pending. */
    isQuiet: (): boolean => waiting.size === 0,
    setTimeout: (work: unknown, ms: unknown = 0, ...args: unknown[]): number => {
      if (typeof work !== 'function') throw new TypeError('setTimeout takes a function');
      if (lastId >= maxTimers) throw new Error(`a script may start at most ${maxTimers} timers`);
      lastId += 1;
      waiting.set(lastId, [work as Callback, args]);
      start(lastId, Math.max(0, Number(ms) || 0));
      return lastId;
    },
    clearTimeout: (id: unknown): void => {
      waiting.delete(Number(id));
    },
    fire: (id: number): void => {
      const found = waiting.get(id);
      waiting.delete(id);
      if (found) found[0](...found[1]);
    },
  };
};
