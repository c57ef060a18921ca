/** A timeout that does not run all the time. */
export interface Timeout {
  /** Waits for `work`, for as long as it takes; the timeout goes on from where it was. */
  readonly without: <A>(work: () => Promise<A>) => Promise<A>;
  /** From now on it is for silence: it begins anew. */
  readonly restart: () => void;
  readonly clear: () => void;
}

/** Starts a timeout that calls `stop` once. */
export const startTimeout = (ms: number, stop: () => void): Timeout => {
  let left = ms;
  let since = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined = setTimeout(stop, ms);
  const clear = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    without: async (work) => {
      clear();
      left -= performance.now() - since;
      try {
        return await work();
      } finally {
        since = performance.now();
        timer = setTimeout(stop, Math.max(left, 0));
      }
    },
    restart: () => {
      clear();
      left = ms;
      since = performance.now();
      timer = setTimeout(stop, ms);
    },
    clear,
  };
};
