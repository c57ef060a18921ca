/** Rejects when the signal is aborted, because undici ignores the signal while it connects. */
export const rejectOnAbort = <A>(work: Promise<A>, signal: AbortSignal): Promise<A> =>
  new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });

/** A timeout that can pause. */
interface Timeout {
  /** Runs `work` while the timeout is paused. */
  readonly without: <A>(work: () => Promise<A>) => Promise<A>;
  /** Starts the timeout again. From now on it limits only how long nothing arrives. */
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
        timer = setTimeout(stop, left);
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
