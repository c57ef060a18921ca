import type { Activity, WorkspaceId } from '@tandem/core';
import { describe, expect, it } from 'vitest';

import {
  areShort,
  canUndoEntry,
  describeEntry,
  formatFieldValue,
  getFieldTitle,
  describeEntries,
  describeImport,
  toUndoneEntry,
} from './entry-words.js';

const entry = (more: Partial<Activity> = {}): Activity => ({
  id: '1',
  workspaceId: 'ws' as WorkspaceId,
  at: '2026-01-01T00:00:00.000Z',
  entity: 'rest',
  entityId: 'rest_0',
  name: 'A',
  op: 'updated',
  by: 'claude',
  fields: [{ name: 'url', before: 'a', after: 'b' }],
  ...more,
});

describe('an import in the activity', { tags: 'import:activity' }, () => {
  const folder = entry({ entity: 'folder', op: 'created', name: 'Shop', requests: 2, fields: [] });
  const environment = entry({ entity: 'environment', op: 'created', name: 'Local', fields: [] });

  it('reports what it created', () => {
    expect(describeImport([environment, folder])).toBe('claude imported Shop, 2 requests, 1 environment');
    expect(describeImport([folder, { ...folder, name: 'Other' }])).toBe(
      'claude imported 2 folders, 4 requests',
    );
    expect(describeImport([environment, environment])).toBe('claude imported 2 environments');
  });

  it('reports how many existing items it changed when it is repeated', () => {
    expect(describeImport([entry(), folder])).toBe('claude updated an import: 2 changes');
    expect(describeImport([entry({ op: 'created' }), folder])).toBe('claude updated an import: 2 changes');
  });
});

describe('an entry of the activity', () => {
  it.each([
    [{}, 'claude changed the request A'],
    [{ entity: 'execution', op: 'created' }, 'claude ran A'],
    [{ entity: 'execution', op: 'created', error: 'TIMEOUT' }, 'claude ran A'],
    [
      { entity: 'execution', op: 'created', error: 'GUARD_DENIED' },
      'claude could not run A: the guard denied it',
    ],
    [{ by: undefined, op: 'created' }, 'Tandem created the request A'],
    [{ by: undefined, entity: 'environment', script: true }, 'A script changed the environment A'],
    [{ entity: 'workspace', op: 'deleted', fields: [] }, 'claude deleted the workspace A'],
    [
      { entity: 'workspace', fields: [{ name: 'list', before: 'listed', after: 'removed' }] },
      'claude removed the workspace A from the list',
    ],
    [
      { entity: 'workspace', op: 'created', fields: [{ name: 'list', before: 'hidden', after: 'listed' }] },
      'claude put the workspace A back on the list',
    ],
    [
      { entity: 'folder', name: 'Shop', op: 'created', requests: 5_000, imported: true },
      'claude imported the folder Shop with 5000 requests',
    ],
    [
      { entity: 'folder', name: 'a/b', op: 'deleted', requests: 2 },
      'claude deleted the folder a/b with 2 requests',
    ],
    [
      { entity: 'folder', name: 'a/b', fields: [{ name: 'path', before: 'a/b', after: 'c/b' }] },
      'claude moved the folder a/b to c/b',
    ],
    [
      { entity: 'folder', name: '', fields: [{ name: 'headers', before: [], after: [] }] },
      'claude changed the workspace settings',
    ],
    [
      { by: 'window', undid: { entity: 'rest', op: 'updated', name: 'A', by: 'claude' } },
      'You undid “claude changed the request A”',
    ],
  ] as const)('with %j says: %s', (more, sentence) => {
    expect(describeEntry(entry(more as Partial<Activity>))).toBe(sentence);
  });

  it.each([
    [{}, true],
    [{ undone: true }, false],
    [{ fields: [{ name: 'body' }] }, false],
    [{ entity: 'environment', fields: [{ name: 'variables', before: [], after: [] }] }, true],
    [{ entity: 'environment', fields: [{ name: 'secrets', before: [], after: [] }] }, true],
    [{ entity: 'environment', fields: [{ name: 'variables' }] }, false],
    [{ entity: 'environment', op: 'created' }, true],
    [{ entity: 'environment', op: 'deleted' }, true],
    [{ entity: 'folder', op: 'updated' }, true],
    [{ entity: 'execution', op: 'created' }, false],
  ] as const)('with %j can be undone: %s', (more, expected) => {
    expect(canUndoEntry(entry(more))).toBe(expected);
  });

  it('shows field names as labels, and secrets without values', () => {
    expect(['description', 'headers', 'proposedGuard'].map(getFieldTitle)).toEqual([
      'Notes',
      'Headers',
      'Proposed guard',
    ]);
    const secrets = [
      { name: 'A', enabled: true, hasValue: true },
      { name: 'B', enabled: false, hasValue: false },
      { name: 'C', enabled: true, hasValue: true, isChanged: true },
    ];
    expect(formatFieldValue('secrets', secrets)).toBe('A: set\n# B: no value\nC: another value');
    expect(formatFieldValue('headers', [])).toBe('');
    expect([areShort('a', 'b'), areShort('a\nb')]).toEqual([true, false]);
  });
});

describe('several entries of one action', () => {
  const move = (name: string, after = 'Users') =>
    entry({ by: 'window', name, fields: [{ name: 'folder', before: 'Old', after }] });
  const moveFolder = entry({
    ...{ by: 'window', entity: 'folder', name: 'a/b' },
    fields: [{ name: 'path', before: 'a/b', after: 'Users/b' }],
  });
  const newFolder = entry({ by: 'window', entity: 'folder', op: 'created', name: 'Users', fields: [] });
  const remove = entry({ by: 'window', op: 'deleted', fields: [] });
  const tag = entry({ by: 'window', fields: [{ name: 'tags', before: [], after: ['x'] }] });

  it.each([
    [[move('A'), move('B'), move('C')], 'You moved 3 requests to Users'],
    [[move('A'), moveFolder], 'You moved 1 folder and 1 request to Users'],
    [[move('A', ''), move('B', '')], 'You moved 2 requests to the top'],
    [[move('A'), move('B', 'Other')], 'You moved 2 requests'],
    [[move('A'), newFolder], 'You moved the request A to Users'],
    [[moveFolder, newFolder], 'You moved the folder a/b to Users/b'],
    [[remove, remove], 'You deleted 2 requests'],
    [[tag, tag], 'You changed the tags of 2 requests'],
    [[newFolder, newFolder], 'You created 2 folders'],
    [[newFolder, remove], 'You made 2 changes'],
    [[move('A')], 'You moved the request A to Users'],
  ] as const)('%# are described by one sentence', (entries, sentence) => {
    expect(describeEntries(entries)).toBe(sentence);
  });

  it('are described as they were before they were undone', () => {
    const undo = (one: Activity): Activity => ({
      ...one,
      fields: [{ name: 'folder', before: 'Users', after: 'Old' }],
      undid: { entity: 'rest', op: 'updated', name: one.name, by: 'window' },
    });
    expect(describeEntries([toUndoneEntry(undo(move('A'))), toUndoneEntry(undo(move('B')))])).toBe(
      'You moved 2 requests to Users',
    );
  });
});
