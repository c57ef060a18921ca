import type { Activity } from '@tandem/core';
import { describe, expect, it } from 'vitest';

import { groupActivities } from './activity-entry.js';

const entry = (id: string, seconds: number, more: Partial<Activity> = {}): Activity => ({
  ...{ id, workspaceId: 'ws_1' as Activity['workspaceId'], entity: 'execution', entityId: 'exec_1' },
  ...{ name: 'A', op: 'created', fields: [], by: 'claude' },
  at: new Date(seconds * 1_000).toISOString(),
  ...more,
});

const idsOf = (...entries: readonly Activity[]) =>
  groupActivities(entries).map((group) => [group.key, group.entries.map(({ id }) => id).join('')]);

describe('an activity group', () => {
  it('contains only refused executions, or only executions that ran', () => {
    const refused = { error: 'GUARD_DENIED' };
    expect(idsOf(entry('d', 63, refused), entry('c', 62, refused), entry('b', 61), entry('a', 60))).toEqual([
      ['c', 'dc'],
      ['a', 'ba'],
    ]);
  });

  it('contains consecutive executions by the same caller under the oldest execution', () => {
    expect(idsOf(entry('c', 62), entry('b', 61), entry('a', 60))).toEqual([['a', 'cba']]);
  });

  it('does not contain changes, executions by other callers, or executions that are much older', () => {
    expect(
      idsOf(
        entry('e', 300),
        entry('d', 200),
        entry('c', 200, { by: 'cursor' }),
        entry('b', 200, { entity: 'rest' }),
        entry('a', 200),
      ),
    ).toEqual(['e', 'd', 'c', 'b', 'a'].map((id) => [id, id]));
  });

  it(
    'contains the changes of an import, but not those of the next import',
    { tags: 'import:activity' },
    () => {
      const made = { entity: 'folder', imported: true } as const;
      expect(
        idsOf(
          entry('d', 63, { ...made, group: 'two' }),
          entry('c', 62, { ...made, group: 'one', entity: 'environment' }),
          entry('b', 61, { ...made, group: 'one' }),
          entry('a', 60, { entity: 'folder', group: 'one' }),
        ),
      ).toEqual([
        ['d', 'd'],
        ['b', 'cb'],
        ['a', 'a'],
      ]);
    },
  );
});
