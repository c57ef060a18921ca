/** The result of `work`, or `otherwise` if the signal aborts. The work continues for others who wait for it. */
export const resolveOnAbort = <A, B>(work: Promise<A>, signal: AbortSignal, otherwise: B): Promise<A | B> =>
  new Promise((resolve, reject) => {
    const stop = () => resolve(otherwise);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
