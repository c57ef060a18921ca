/** Does `work` after `ms` milliseconds, unless the returned function is called before. */
export type Later = (ms: number, work: () => void) => () => void;

/** Work that is asked for more often than it is done. */
export interface Spaced {
  readonly ask: () => void;
  /** Does nothing any more. */
  readonly end: () => void;
}

/**
 * Does `work` some time after it was asked for: once for all that is asked in that time, and never without that time
 * between two.
 * @param spaceMs how long now, in milliseconds
 */
export const spaced = (work: () => void, spaceMs: () => number, later: Later): Spaced => {
  let stop: (() => void) | undefined;
  return {
    ask: () => {
      stop ??= later(spaceMs(), () => {
        stop = undefined;
        work();
      });
    },
    end: () => {
      stop?.();
    },
  };
};
