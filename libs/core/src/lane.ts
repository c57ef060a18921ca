/** Runs one piece of work at a time, in the order of the calls. Work that fails does not stop what comes after it. */
export type Lane = <A>(work: () => Promise<A>) => Promise<A>;

export const createLane = (): Lane => {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };
};
