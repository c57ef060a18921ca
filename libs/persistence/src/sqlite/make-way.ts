import { setTimeout as pause } from 'node:timers/promises';

import type { TaskQueue } from '@tandem/core';

/** A transaction that takes longer, in milliseconds, may have blocked another process. */
const longMs = 20;

/**
 * The pause after a long transaction, in milliseconds. SQLite polls a lock every 25 to 100 ms and would miss a shorter gap.
 */
const gapMs = 25;

/** Lets other processes write between consecutive long transactions. */
export const yieldBetweenWrites =
  (lane: TaskQueue, change: <A>(work: () => Promise<A>) => Promise<A>) =>
  <A>(work: () => Promise<A>): Promise<A> => {
    let took = 0;
    const done = change(async () => {
      const began = performance.now();
      try {
        return await work();
      } finally {
        took = performance.now() - began;
      }
    });
    const makeWay = () => {
      if (took > longMs) void lane(() => pause(gapMs));
    };
    done.then(makeWay, makeWay);
    return done;
  };
