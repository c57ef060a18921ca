/** Runs `work` after `ms` milliseconds, unless the returned function is called first. */
export type Later = (ms: number, work: () => void) => () => void;

/** Work that can be scheduled more often than it runs. */
export interface ThrottledWork {
  readonly schedule: () => void;
  /** Cancels scheduled work. */
  readonly cancel: () => void;
}

/**
 * Runs `work` an interval after it was scheduled, once for all calls within the interval.
 * @param intervalMs the interval for the next schedule, in milliseconds
 */
export const throttle = (work: () => void, intervalMs: () => number, later: Later): ThrottledWork => {
  let stop: (() => void) | undefined;
  return {
    schedule: () => {
      stop ??= later(intervalMs(), () => {
        stop = undefined;
        work();
      });
    },
    cancel: () => {
      stop?.();
      stop = undefined;
    },
  };
};
