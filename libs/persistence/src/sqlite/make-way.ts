import { setTimeout as pause } from 'node:timers/promises';

import type { TaskQueue } from '@tandem/core';

/** A longer transaction, in milliseconds, may have kept another process waiting. */
const longMs = 20;

/**
 * How long nothing is written after one, in milliseconds. SQLite polls a lock every 25 to 100 ms and would miss the moment
 * between two transactions.
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
