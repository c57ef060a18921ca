/** Asks the host to call back after `ms` milliseconds. */
export type StartTimer = (id: number, ms: number) => void;

type Callback = (...args: unknown[]) => unknown;

interface PendingTimer {
  readonly work: Callback;
  readonly args: readonly unknown[];
  /** The due time, in milliseconds of `now`. */
  readonly due: number;
}

/** Work that waits for timers: it receives their exceptions, and is told when one has ended. */
interface Waiter {
  readonly fail: (error: unknown) => void;
  readonly check: () => void;
}

// Taken before a script runs, because scripts can change the globals.
const getRealTime = Date.now.bind(Date);

/** Creates timers for Tandem itself. Scripts do not see them, and they do not count towards a script's maximum. */
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

/** Waits for `work`, but at most `ms` milliseconds. Then throws the error that `late` creates. */
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

/** Creates setTimeout and clearTimeout with the clock of the host, which calls `fire` when a timer is due. */
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
  /** How many timers are due before a time. */
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
    /** Passes the exceptions of timers to `fail` until the returned function is called. */
    catchInto: (fail: (error: unknown) => void): (() => void) => {
      const outer = waiter;
      waiter = { fail, check: () => undefined };
      return () => void (waiter = outer);
    },
    within: createTimeLimit(alarms),
    /** Waits for the timers that are due within `ms`, and for those that they start. Returns how many are due later. */
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

/** Maximum number of recorded readings, counting equal ones in a row once. Later readings are not repeated when a session is rebuilt. */
const maxRuns = 2_000;

/**
 * Creates a clock whose readings can be repeated, so that a rebuilt session gets the same readings and therefore the same state. Equal
 * readings in a row are recorded once with a count.
 */
export const createClock = (read: () => number) => {
  let replay: readonly number[] = [];
  let at = 0;
  let used = 0;
  let runs: number[] = [];
  let kept = 0;

  const repeat = (): number | undefined => {
    const value = replay[at];
    if (value === undefined) return undefined;
    used += 1;
    if (used >= (replay[at + 1] ?? 1)) {
      at += 2;
      used = 0;
    }
    return value;
  };

  const keep = (value: number): number => {
    if (kept > maxRuns) return value;
    const last = runs.length - 2;
    if (runs[last] === value) runs[last + 1] = (runs[last + 1] ?? 0) + 1;
    else {
      runs.push(value, 1);
      kept += 1;
    }
    return value;
  };

  return {
    now: (): number => repeat() ?? keep(read()),
    /** Sets the readings to repeat. Values and counts alternate. */
    repeat: (readings: readonly number[]): void => {
      replay = readings;
    },
    /** Takes the new readings since the last call. */
    take: (): readonly number[] => {
      const taken = runs;
      runs = [];
      return taken;
    },
  };
};

/** Creates a `Date` with another clock. Dates from explicit values stay the same. */
export const createDateWithClock = (Native: DateConstructor, now: () => number): DateConstructor => {
  const ours: DateConstructor = new Proxy(Native, {
    construct: (target, args: unknown[], made) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, made === ours ? target : made) as object,
    apply: () => new Native(now()).toString(),
  });
  Object.defineProperty(Native, 'now', { value: now, writable: true, configurable: true });
  Object.defineProperty(Native.prototype, 'constructor', { value: ours, writable: true, configurable: true });
  return ours;
};

/** Creates random numbers from 0 to 1 from a seed of 32 hexadecimal digits, by Chris Doty-Humphrey's sfc32. */
export const createRandom = (seed: string): (() => number) => {
  let [a = 0, b = 0, c = 0, d = 0] = [0, 8, 16, 24].map((i) => parseInt(seed.slice(i, i + 8), 16) | 0);
  const next = (): number => {
    const t = (a + b + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return (t >>> 0) / 2 ** 32;
  };
  for (let i = 0; i < 12; i++) next();
  // 53 bits, as many as Math.random has.
  return () => (Math.floor(next() * 2 ** 27) * 2 ** 26 + Math.floor(next() * 2 ** 26)) / 2 ** 53;
};

const isWeakKey = (value: unknown): value is WeakKey =>
  (typeof value === 'object' && value !== null) ||
  typeof value === 'function' ||
  (typeof value === 'symbol' && Symbol.keyFor(value) === undefined);

/**
 * A FinalizationRegistry that never calls back, which ECMAScript allows. The engine's own could call back after any garbage collection:
 * between handlers, when no limit applies to the script, or during the next execution.
 */
export class FinalizationRegistry {
  readonly #tokens = new WeakSet();

  constructor(cleanUp: unknown) {
    if (typeof cleanUp !== 'function') throw new TypeError('FinalizationRegistry takes a function');
  }

  register(target: unknown, held: unknown, token?: unknown): void {
    if (!isWeakKey(target) || target === held)
      throw new TypeError('register() takes an object, and another value for the callback');
    if (isWeakKey(token)) this.#tokens.add(token);
    else if (token !== undefined) throw new TypeError('register() takes an object as its token');
  }

  unregister(token: unknown): boolean {
    if (!isWeakKey(token)) throw new TypeError('unregister() takes the token of a registration');
    return this.#tokens.delete(token);
  }
}

Object.defineProperty(FinalizationRegistry.prototype, Symbol.toStringTag, {
  value: 'FinalizationRegistry',
  configurable: true,
});

// The build removes class names.
Object.defineProperty(FinalizationRegistry, 'name', { value: 'FinalizationRegistry' });
