import { expect, it } from 'vitest';

import { throttle } from './throttle.js';

/** A clock that only the test advances. */
const clock = () => {
  let waiting: { readonly ms: number; readonly work: () => void }[] = [];
  return {
    waiting: () => waiting.map(({ ms }) => ms),
    later: (ms: number, work: () => void) => {
      const one = { ms, work };
      waiting.push(one);
      return () => {
        waiting = waiting.filter((other) => other !== one);
      };
    },
    pass: () => {
      for (const { work } of waiting.splice(0)) work();
    },
  };
};

it('scheduled work runs once for all calls, and once more for later calls', () => {
  const time = clock();
  let done = 0;
  const { schedule } = throttle(
    () => (done += 1),
    () => 300,
    time.later,
  );
  schedule();
  schedule();
  expect(done).toBe(0);
  time.pass();
  expect(done).toBe(1);
  time.pass();
  expect(done).toBe(1);
  schedule();
  time.pass();
  expect(done).toBe(2);
});

it('each schedule uses the interval that is set at that time', () => {
  const time = clock();
  let ms = 300;
  const { schedule } = throttle(
    () => undefined,
    () => ms,
    time.later,
  );
  schedule();
  time.pass();
  ms = 2_000;
  schedule();
  expect(time.waiting()).toEqual([2_000]);
});

it('cancelled work does not run until it is scheduled again', () => {
  const time = clock();
  let done = 0;
  const { schedule, cancel } = throttle(
    () => (done += 1),
    () => 300,
    time.later,
  );
  schedule();
  cancel();
  time.pass();
  expect(done).toBe(0);
  schedule();
  time.pass();
  expect(done).toBe(1);
});
