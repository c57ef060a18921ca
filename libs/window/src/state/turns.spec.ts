import { expect, it } from 'vitest';

import { createTurns } from './turns.js';

it('one thing is done after the other, whatever became of the one before', async () => {
  const inTurn = createTurns();
  const done: string[] = [];
  const first = inTurn(async () => {
    await Promise.resolve();
    done.push('first');
    throw new Error('no');
  });
  const second = inTurn(() => {
    done.push('second');
    return Promise.resolve('answer');
  });
  await expect(first).rejects.toThrow('no');
  expect([await second, done]).toEqual(['answer', ['first', 'second']]);
});
