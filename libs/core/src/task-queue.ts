/** Runs one task at a time, in call order. A failed task does not stop the following ones. */
export type TaskQueue = <A>(work: () => Promise<A>) => Promise<A>;

/** Runs tasks one at a time, in the order they were added. */
export const createTaskQueue = (): TaskQueue => {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };
};
