import { setTimeout as pause } from 'node:timers/promises';

import type { Lane } from '@tandem/core';

/** A transaction that took longer than this, in milliseconds, may have kept another process waiting. */
const longMs = 20;

/**
 * How long nothing is written after one, in milliseconds. SQLite looks whether a lock is free every 25 to 100 ms, and
 * would miss the moment between one transaction and the next.
 */
const gapMs = 25;

/** Lets other processes write between long transactions that follow one another. */
export const makingWay =
  (lane: Lane, change: <A>(work: () => Promise<A>) => Promise<A>) =>
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
