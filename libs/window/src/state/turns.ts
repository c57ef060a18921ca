/** Makes a row of things to do: each begins when the one before is done. */
export const createTurns = () => {
  let last: Promise<unknown> = Promise.resolve();
  return <A>(work: () => Promise<A>): Promise<A> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
};
