import type { Clock, Ids } from '../ports/ports.js';

/** A clock that only moves when it is advanced. */
export interface FixedClock extends Clock {
  /** Advances the clock by this number of milliseconds. */
  readonly advance: (ms: number) => void;
}

/** Creates a clock that shows `start` (ISO 8601) until {@link FixedClock.advance} moves it. */
export const createFixedClock = (start = '2026-01-02T03:04:05.678Z'): FixedClock => {
  let at = Date.parse(start);
  return {
    now: () => new Date(at),
    advance: (ms) => {
      at += ms;
    },
  };
};

/** Unique ids that count up after `start`, so that they are the same in each test run. */
export const createCountingIds = (start = 0): Ids => {
  let count = start;
  const next = () => {
    count += 1;
    return count;
  };
  return {
    next: () => next().toString(36).padStart(16, '0'),
    uuid: () => `00000000-0000-4000-8000-${next().toString(16).padStart(12, '0')}`,
  };
};
