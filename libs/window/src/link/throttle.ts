/** Does `work` after `ms` milliseconds, unless the returned function is called before. */
export type Later = (ms: number, work: () => void) => () => void;

/** Work that is scheduled more often than it is done. */
export interface ThrottledWork {
  readonly schedule: () => void;
  /** Cancels work that is scheduled. */
  readonly cancel: () => void;
}

/**
 * Does `work` an interval after it was scheduled. What is scheduled within the interval is done together.
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
