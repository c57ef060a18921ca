import { type Change, createTaskQueue, type RequestId } from '@tandem/core';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';

import { queryKeys } from '../link/query-keys.js';
import { createChangeBatches, createKnownRequests, minBatchChanges } from './follow.js';

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

it('a change stays in the list of requests if the list was being loaded when it arrived', async () => {
  const queries = new QueryClient();
  const loads: ((ids: readonly string[]) => void)[] = [];
  const load = (): Promise<readonly { readonly id: string }[]> =>
    new Promise((resolve) => loads.push((ids) => resolve(ids.map((id) => ({ id })))));
  const watched = new QueryObserver(queries, { queryKey: queryKeys.requests, queryFn: load });
  const stop = watched.subscribe(() => undefined);
  loads[0]?.(['rest_a', 'rest_b']);
  await expect.poll(() => watched.getCurrentResult().data).toHaveLength(2);
  void watched.refetch();
  createKnownRequests(queries, { get: () => undefined, receive: () => undefined }).forget(
    'rest_a' as RequestId,
  );
  loads[1]?.(['rest_a', 'rest_b']);
  await expect.poll(() => loads.length).toBe(3);
  expect(watched.getCurrentResult().data).toEqual([{ id: 'rest_b' }]);
  loads[2]?.(['rest_b']);
  await expect.poll(() => watched.getCurrentResult().isFetching).toBe(false);
  expect(watched.getCurrentResult().data).toEqual([{ id: 'rest_b' }]);
  stop();
});
