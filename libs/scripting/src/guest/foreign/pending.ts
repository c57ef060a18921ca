import type { ShimParts } from './shim.js';

type Work = (...args: unknown[]) => unknown;

/** A script's timers. `check` is called when one has ended, and `fail` with an exception from one. */
const createTimers = (
  { setTimeout, clearTimeout }: ShimParts,
  check: () => void,
  fail: (error: unknown) => void,
) => {
  const timers = new Map<number, number>();
  let lastId = 0;
  const guarded = (work: () => unknown): void => {
    try {
      work();
    } catch (error) {
      fail(error);
    }
  };
  const start = (work: unknown, ms: unknown, args: readonly unknown[], repeats: boolean): number => {
    if (typeof work !== 'function') throw new TypeError('a timer takes a function');
    const id = ++lastId;
    const again = (): void => {
      const tick = (): void => {
        if (!repeats) timers.delete(id);
        guarded(() => (work as Work)(...args));
        if (repeats && timers.has(id)) again();
        check();
      };
      timers.set(id, setTimeout(tick, Math.max(0, Number(ms) || 0)));
    };
    again();
    return id;
  };
  const stop = (id: unknown): void => {
    const timer = timers.get(Number(id));
    if (timer === undefined) return;
    clearTimeout(timer);
    timers.delete(Number(id));
    check();
  };
  return {
    globals: {
      setTimeout: (work: unknown, ms?: unknown, ...args: unknown[]) => start(work, ms, args, false),
      setInterval: (work: unknown, ms?: unknown, ...args: unknown[]) => start(work, ms, args, true),
      setImmediate: (work: unknown, ...args: unknown[]) => start(work, 0, args, false),
      clearTimeout: stop,
      clearInterval: stop,
      clearImmediate: stop,
    },
    isQuiet: () => timers.size === 0,
  };
};

/** The timers and unfinished tests of a script. The script ends when all of them have. */
export const createPending = (parts: ShimParts) => {
  const { setTimeout } = parts;
  let waiting = 0;
  let failed: { readonly error: unknown } | undefined;
  let settle: { readonly resolve: () => void; readonly reject: (error: unknown) => void } | undefined;

  const check = (): void => {
    if (waiting === 0 && timers.isQuiet()) settle?.resolve();
  };
  const fail = (error: unknown): void => {
    failed ??= { error };
    settle?.reject(error);
  };
  const timers = createTimers(parts, check, fail);
  const begin = (): (() => void) => {
    waiting += 1;
    return () => {
      waiting -= 1;
      check();
    };
  };
  return {
    globals: timers.globals,
    /** Called when a test begins; the returned function when it ends. */
    begin,
    /** Waits for work and one more turn, when follow-up work has begun. */
    hold: async <A>(work: () => Promise<A>): Promise<A> => {
      const ended = begin();
      try {
        return await work();
      } finally {
        setTimeout(ended, 0);
      }
    },
    /** Ends the script with an exception from something it does not await. */
    fail,
    /** Waits until nothing is pending. Rejects with an exception from a timer or a callback. */
    end: (): Promise<void> =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject };
        if (failed) settle.reject(failed.error);
        check();
      }),
  };
};

export type PendingWork = ReturnType<typeof createPending>;
