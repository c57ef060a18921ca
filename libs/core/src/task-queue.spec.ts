import { expect, it } from 'vitest';

import { createTaskQueue } from './task-queue.js';

it('a task queue starts a task when the previous task has ended, even if that task failed', async () => {
  const lane = createTaskQueue();
  const seen: string[] = [];
  const piece = (name: string) => async () => {
    seen.push(`${name} starts`);
    await Promise.resolve();
    seen.push(`${name} ends`);
    if (name === 'a') throw new Error('a failed');
    return name;
  };
  const outcomes = await Promise.allSettled([lane(piece('a')), lane(piece('b'))]);
  expect(outcomes).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled', value: 'b' }]);
  expect(seen).toEqual(['a starts', 'a ends', 'b starts', 'b ends']);
});

it('two task queues run independently of each other', async () => {
  const [blocked, free] = [createTaskQueue(), createTaskQueue()];
  let release: () => void = () => undefined;
  const held = blocked(() => new Promise<void>((resolve) => (release = resolve)));
  await expect(free(() => Promise.resolve('free'))).resolves.toBe('free');
  release();
  await held;
});
