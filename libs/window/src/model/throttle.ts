/** Does `work` after `ms` milliseconds, unless the returned function is called before. */
export type Later = (ms: number, work: () => void) => () => void;

/** Work that is asked for more often than it is done. */
export interface Throttled {
  readonly ask: () => void;
  /** Does nothing any more. */
  readonly end: () => void;
}

/**
 * Does `work` some time after it was asked for: once for all that is asked in that time, and never without that time
 * between two.
 * @param intervalMs how long now, in milliseconds
 */
export const throttle = (work: () => void, intervalMs: () => number, later: Later): Throttled => {
  let stop: (() => void) | undefined;
  return {
    ask: () => {
      stop ??= later(intervalMs(), () => {
        stop = undefined;
        work();
      });
    },
    end: () => {
      stop?.();
    },
  };
};
