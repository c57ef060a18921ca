import type { Change } from '@tandem/core';
import { describe, expect, it } from 'vitest';

import type { Activity } from '../../activity/activity.js';
import {
  groupNotifications,
  type NoticeKind,
  notificationMs,
  selectNotifications,
  selectNotices,
} from './toasts.js';

const activity = (key: number, at: number, change: object = {}, more: object = {}): Activity =>
  ({
    key,
    at,
    change: { entity: 'rest', op: 'updated', id: `rest_${key}`, by: 'agent', ...change } as Change,
    name: 'A',
    ...more,
  }) as Activity;
const keysOf = (list: readonly Activity[], now = 0, closed: ReadonlySet<number> = new Set()) =>
  selectNotifications(list, closed, now).map(({ key }) => key);

describe('notifications', () => {
  it("are shown for changes by others and for the person's own deletions, which can be undone", () => {
    const own = { by: 'window' };
    const list = [
      activity(1, 0),
      activity(2, 0, own),
      activity(3, 0, { ...own, op: 'deleted' }),
      activity(4, 0, { entity: 'workspace' }),
      activity(5, 0, {}, { isUndone: true }),
      activity(6, 0, { ...own, entity: 'workspace', op: 'deleted' }),
      activity(7, 0, { op: 'created' }, { isGone: true }),
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

describe('notifications about many changes by one caller', () => {
  const many = (count: number, by: string, from = 0) =>
    Array.from({ length: count }, (_, index) => activity(from + index, 0, { by }));
  const sizesOf = (list: readonly Activity[]) => groupNotifications(list).map((group) => group.length);

  it('are summed up if there are more than eight', () => {
    expect(sizesOf(many(8, 'agent'))).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
    expect(sizesOf(many(9, 'agent'))).toEqual([9]);
  });

  it('leave those of other callers alone', () => {
    expect(sizesOf([...many(1, 'window'), ...many(9, 'agent', 10), ...many(2, 'other', 20)])).toEqual([
      1, 9, 1, 1,
    ]);
  });
});

describe('the notices that are shown', () => {
  const shown = (places: number, ...list: readonly `${NoticeKind} ${number}`[]) =>
    selectNotices(
      list.map((name) => ({ name, kind: name.split(' ')[0] as NoticeKind })),
      places,
    ).map(({ name }) => name);

  it('are all notices if there is enough room', () => {
    expect(shown(3, 'waiting 1', 'waiting 2', 'run 1')).toEqual(['waiting 1', 'waiting 2', 'run 1']);
    expect(shown(3)).toEqual([]);
  });

  it('include the first notice of each kind before a second notice of any kind', () => {
    expect(shown(3, 'run 1', 'run 2', 'run 3', 'change 1', 'change 2')).toEqual([
      'run 1',
      'change 1',
      'change 2',
    ]);
    expect(shown(2, 'run 1', 'run 2', 'change 1')).toEqual(['run 1', 'change 1']);
  });

  it('always include a question', () => {
    const all = ['change 1', 'run 1', 'waiting 1', 'message 1', 'question 1'] as const;
    expect(shown(3, ...all)).toEqual(['waiting 1', 'message 1', 'question 1']);
    expect(shown(1, ...all)).toEqual(['question 1']);
  });
});
