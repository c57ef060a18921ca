import { AsyncLocalStorage } from 'node:async_hooks';

import { createTaskQueue, type TaskQueue } from '@tandem/core';

/** A lane that rejects work started from inside its running work, which would wait for itself forever. */
export const createTransactionQueue = (): TaskQueue => {
  const lane = createTaskQueue();
  const running = new AsyncLocalStorage<{ done: boolean }>();
  return (work) => {
    if (running.getStore()?.done === false) {
      return Promise.reject(
        new Error('a transaction is already open; use the repositories that were passed to it'),
      );
    }
    return lane(async () => {
      const turn = { done: false };
      try {
        return await running.run(turn, work);
      } finally {
        turn.done = true;
        // Up to Node 22, an active AsyncLocalStorage makes every promise slower. Only one piece of work runs at a time.
        running.disable();
      }
    });
  };
};
