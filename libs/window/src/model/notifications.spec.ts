import type { Change } from '@tandem/core';
import { describe, expect, it } from 'vitest';

import type { Activity } from './activity.js';
import { roomFor, notificationMs, notificationsAt } from './notifications.js';

const activity = (key: number, at: number, change: object = {}, more: object = {}): Activity =>
  ({
    key,
    at,
    change: { entity: 'rest', op: 'updated', id: `rest_${key}`, by: 'agent', ...change } as unknown as Change,
    name: 'A',
    ...more,
  }) as Activity;
const keysOf = (list: readonly Activity[], now = 0, closed: ReadonlySet<number> = new Set()) =>
  notificationsAt(list, closed, now).map(({ key }) => key);

describe('the notifications', () => {
  it('are about changes by others and own deletions, which can be undone', () => {
    const own = { by: 'window' };
    const list = [
      activity(1, 0),
      activity(2, 0, own),
      activity(3, 0, { ...own, op: 'deleted' }),
      activity(4, 0, { entity: 'workspace' }),
      activity(5, 0, {}, { isUndone: true }),
      activity(6, 0, { ...own, entity: 'workspace', op: 'deleted' }),
    ];
    expect(keysOf(list)).toEqual([1, 3, 6]);
  });

  it('are shown for a limited time, or until they are closed', () => {
    const list = [activity(2, 1_000), activity(1, 0)];
    expect(keysOf(list, notificationMs - 1)).toEqual([2, 1]);
    expect(keysOf(list, notificationMs)).toEqual([2]);
    expect(keysOf(list, 0, new Set([2]))).toEqual([1]);
  });
});

describe('the room for notifications', () => {
  it.each([
    [0, 5, 2, { runs: 0, changes: 2 }],
    [5, 0, 2, { runs: 2, changes: 0 }],
    [5, 5, 2, { runs: 1, changes: 1 }],
    [1, 1, 2, { runs: 1, changes: 1 }],
    [0, 1, 2, { runs: 0, changes: 1 }],
  ])('is shared by %i runs and %i changes among %i places', (runs, changes, places, shares) => {
    expect(roomFor(runs, changes, places)).toEqual(shares);
  });
});
