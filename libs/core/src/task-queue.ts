/** Runs one piece of work at a time, in the order of the calls. Work that fails does not stop what comes after it. */
export type TaskQueue = <A>(work: () => Promise<A>) => Promise<A>;

/** Runs tasks one after the other, in the order in which they were added. */
export const createTaskQueue = (): TaskQueue => {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };
};
