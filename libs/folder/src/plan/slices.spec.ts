import { expect, it } from 'vitest';

import { completeInSlices, type Steps } from './slices.js';

const blockFor = (ms: number): void => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

function* workInSteps(): Steps<string> {
  for (let i = 0; i < 10; i++) {
    blockFor(10);
    yield undefined;
  }
  return 'done';
}

it('a long computation returns its result, and yields in between', async () => {
  let turns = 0;
  const count = (): void => {
    turns += 1;
    waiting = setImmediate(count);
  };
  let waiting = setImmediate(count);
  expect(await completeInSlices(workInSteps())).toBe('done');
  clearImmediate(waiting);
  expect(turns).toBeGreaterThanOrEqual(4);
});

it('a long computation throws the errors of its steps', async () => {
  function* failing(): Steps<string> {
    yield undefined;
    throw new Error('no plan');
  }
  await expect(completeInSlices(failing())).rejects.toThrow('no plan');
});
