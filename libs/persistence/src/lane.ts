import { AsyncLocalStorage } from 'node:async_hooks';

/** Runs one piece of work after the other, in order of the calls. */
export type Lane = <A>(work: () => Promise<A>) => Promise<A>;

/**
 * A lane of its own. Work that waits for the lane it is running in would wait for ever, so that is refused.
 */
export const createLane = (): Lane => {
  const running = new AsyncLocalStorage<{ done: boolean }>();
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    if (running.getStore()?.done === false) {
      return Promise.reject(new Error('a transaction is open here: use the repositories that it was given'));
    }
    const turn = { done: false };
    const next = last.then(() => running.run(turn, work)).finally(() => (turn.done = true));
    last = next.catch(() => undefined);
    return next;
  };
};
