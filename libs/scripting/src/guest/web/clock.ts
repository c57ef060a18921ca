/** Maximum number of stored readings. Later ones are not repeated when a session is rebuilt. */
const maxRuns = 2_000;

/**
 * A clock with repeatable readings. Equal consecutive values are stored once with a count. A rebuilt session gets the
 * same readings as before, and therefore the same state.
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
    /** The new readings since the last call. */
    take: (): readonly number[] => {
      const taken = runs;
      runs = [];
      return taken;
    },
  };
};

/** `Date` with another clock. Dates created from explicit values are not affected. */
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

/** Random numbers from 0 to 1 from a seed of 32 hexadecimal digits: Chris Doty-Humphrey's sfc32. */
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
  // 53 bits, like Math.random.
  return () => (Math.floor(next() * 2 ** 27) * 2 ** 26 + Math.floor(next() * 2 ** 26)) / 2 ** 53;
};
