/** A deadline that can be paused. */
export interface Deadline {
  /** Aborts at the deadline. The first call starts the clock. */
  readonly signal: () => AbortSignal;
  /** Runs `wait` with the clock paused. Several may run at once. */
  readonly without: <A>(wait: () => Promise<A>) => Promise<A>;
  /** Stops the clock for good. */
  readonly stop: () => void;
}

/** @param timeoutMs how long it takes, read at the start */
export const createDeadline = (timeoutMs: () => number): Deadline => {
  const controller = new AbortController();
  let leftMs: number | undefined;
  let [since, waits] = [0, 0];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const go = (): void => {
    if (leftMs === undefined || waits > 0) return;
    since = performance.now();
    timer = setTimeout(() => {
      controller.abort();
    }, leftMs);
  };
  const stop = (): void => {
    if (timer === undefined || leftMs === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    leftMs = Math.max(leftMs - (performance.now() - since), 0);
  };
  return {
    signal: () => {
      if (leftMs === undefined) {
        leftMs = timeoutMs();
        go();
      }
      return controller.signal;
    },
    without: async (wait) => {
      waits += 1;
      stop();
      try {
        return await wait();
      } finally {
        waits -= 1;
        go();
      }
    },
    stop: () => {
      waits = Infinity;
      stop();
    },
  };
};
