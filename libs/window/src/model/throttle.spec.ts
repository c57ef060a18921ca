import { expect, it } from 'vitest';

import { throttle } from './throttle.js';

/** Time that passes when it is told to. */
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

it('is done once for all that is asked until then, and again for what is asked after', () => {
  const time = clock();
  let done = 0;
  const { ask } = throttle(
    () => (done += 1),
    () => 300,
    time.later,
  );
  ask();
  ask();
  expect(done).toBe(0);
  time.pass();
  expect(done).toBe(1);
  time.pass();
  expect(done).toBe(1);
  ask();
  time.pass();
  expect(done).toBe(2);
});

it('waits as long as is right at the time', () => {
  const time = clock();
  let ms = 300;
  const { ask } = throttle(
    () => undefined,
    () => ms,
    time.later,
  );
  ask();
  time.pass();
  ms = 2_000;
  ask();
  expect(time.waiting()).toEqual([2_000]);
});

it('is not done after its end', () => {
  const time = clock();
  let done = 0;
  const { ask, end } = throttle(
    () => (done += 1),
    () => 300,
    time.later,
  );
  ask();
  end();
  time.pass();
  expect(done).toBe(0);
});
