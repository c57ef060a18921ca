/** Asks the host for a callback after `ms`. */
export type StartTimer = (id: number, ms: number) => void;

type Callback = (...args: unknown[]) => unknown;

interface PendingTimer {
  readonly work: Callback;
  readonly args: readonly unknown[];
  /** The due time, in milliseconds of `now`. */
  readonly due: number;
}

/** Waits for timers: receives their exceptions, and is notified when one has ended. */
interface Waiter {
  readonly fail: (error: unknown) => void;
  readonly check: () => void;
}

// Captured before a script runs, which may change the globals.
const getRealTime = Date.now.bind(Date);

/** Our own timers, which no script sees. */
const createAlarms = (start: StartTimer, maxTimers: number) => {
  const alarms = new Map<number, () => void>();
  let lastAlarm = maxTimers;
  return {
    set: (ms: number, ring: () => void): number => {
      lastAlarm += 1;
      alarms.set(lastAlarm, ring);
      start(lastAlarm, ms);
      return lastAlarm;
    },
    ring: (id: number): void => {
      const ring = alarms.get(id);
      alarms.delete(id);
      ring?.();
    },
    clear: (id: number): void => {
      alarms.delete(id);
    },
  };
};

/**
 * Waits at most `ms` for `work`, then throws what `late` returns. It is not a script timer, so it does not count as
 * one.
 */
const createTimeLimit =
  (alarms: ReturnType<typeof createAlarms>) =>
  async <A>(work: Promise<A>, ms: number, late: () => Error): Promise<A> => {
    let id = 0;
    const tooLate = new Promise<never>((_, reject) => {
      id = alarms.set(ms, () => {
        reject(late());
      });
    });
    try {
      return await Promise.race([work, tooLate]);
    } finally {
      alarms.clear(id);
    }
  };

/** setTimeout and clearTimeout with the host's clock. The host calls `fire`. */
export const createTimers = (start: StartTimer, maxTimers: number, now: () => number = getRealTime) => {
  const waiting = new Map<number, PendingTimer>();
  const alarms = createAlarms(start, maxTimers);
  let waiter: Waiter | undefined;
  let lastId = 0;
  const run = ({ work, args }: PendingTimer): void => {
    try {
      work(...args);
    } catch (error) {
      if (waiter === undefined) throw error;
      waiter.fail(error);
    }
  };
  /** The timers due before a time. */
  const dueBefore = (deadline: number): number =>
    [...waiting.values()].filter(({ due }) => due < deadline).length;
  return {
    /** Whether no timer is pending. */
    isQuiet: (): boolean => waiting.size === 0,
    setTimeout: (work: unknown, ms: unknown = 0, ...args: unknown[]): number => {
      if (typeof work !== 'function') throw new TypeError('setTimeout takes a function');
      if (lastId >= maxTimers) throw new Error(`a script may start at most ${maxTimers} timers`);
      lastId += 1;
      const wait = Math.max(0, Number(ms) || 0);
      waiting.set(lastId, { work: work as Callback, args, due: now() + wait });
      start(lastId, wait);
      return lastId;
    },
    clearTimeout: (id: unknown): void => {
      if (waiting.delete(Number(id))) waiter?.check();
    },
    fire: (id: number): void => {
      alarms.ring(id);
      const found = waiting.get(id);
      waiting.delete(id);
      if (found === undefined) return;
      run(found);
      waiter?.check();
    },
    /** Sends timers' exceptions to `fail` until the returned function is called. */
    catchInto: (fail: (error: unknown) => void): (() => void) => {
      const outer = waiter;
      waiter = { fail, check: () => undefined };
      return () => void (waiter = outer);
    },
    within: createTimeLimit(alarms),
    /** Waits for the timers due within `ms`, and for those they start. Returns how many are due later. */
    settle: async (ms: number, fail: (error: unknown) => void): Promise<number> => {
      const deadline = now() + ms;
      while (dueBefore(deadline) > 0)
        await new Promise<void>((resolve) => {
          waiter = {
            fail,
            check: () => {
              if (dueBefore(deadline) === 0) resolve();
            },
          };
        });
      waiter = undefined;
      return waiting.size;
    },
  };
};
