import { type Change, createTaskQueue } from '@tandem/core';
import { expect, it } from 'vitest';

import { createChangeBatches, minBatchChanges } from './follow.js';

const change = (id: string, entity: Change['entity'] = 'rest'): Change => ({
  entity,
  id,
  op: 'created',
  workspaceId: 'ws_1' as Change['workspaceId'],
});

const createTestBatches = () => {
  const taken: string[] = [];
  const inTurn = createTaskQueue();
  const take = createChangeBatches(inTurn, {
    one: ({ id }) => Promise.resolve(void taken.push(id)),
    many: (changes) => Promise.resolve(void taken.push(`${changes.length} together`)),
  });
  return { taken, take, done: () => inTurn(() => Promise.resolve()) };
};

it('changes from the server are applied one by one, in order', { tags: 'window:many-changes' }, async () => {
  const { taken, take, done } = createTestBatches();
  for (const id of ['a', 'b', 'c']) take(change(id));
  await done();
  expect(taken).toEqual(['a', 'b', 'c']);
});

it(
  'many changes of the tree are applied together, and other changes separately',
  { tags: 'window:many-changes' },
  async () => {
    const { taken, take, done } = createTestBatches();
    for (let number = 0; number < minBatchChanges; number += 1) take(change(`r${number}`));
    take(change('env', 'environment'));
    await done();
    take(change('later'));
    await done();
    expect(taken).toEqual(['env', `${minBatchChanges} together`, 'later']);
  },
);
