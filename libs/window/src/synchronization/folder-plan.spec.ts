import type { SynchronizationReport } from '@tandem/core';
import { describe, expect, it } from 'vitest';

import {
  formatEditableValue,
  describeFolderState,
  listPlanParts,
  formatComparableValue,
  parseConflictValue,
  formatConflictValue,
  describeFolderConflicts,
} from './folder-plan.js';

const plan = (some: Partial<SynchronizationReport>): SynchronizationReport => ({
  workspaceId: 'ws_1' as SynchronizationReport['workspaceId'],
  path: 'shop',
  written: [],
  pulled: [],
  merged: [],
  renamed: [],
  deleted: [],
  unchanged: 0,
  conflicts: [],
  invalid: [],
  withheld: [],
  warnings: [],
  scripts: [],
  ...some,
});

const conflict: SynchronizationReport['conflicts'][number] = {
  id: 'rest_1',
  kind: 'rest',
  path: 'a',
  field: 'url',
  base: '/',
  ours: '/a',
  theirs: '/b',
};

const invalidFile: SynchronizationReport['invalid'][number] = {
  path: 'b.yaml',
  line: 1,
  column: 1,
  message: 'not a mapping',
};

describe('the plan of a synchronization', () => {
  it.each([
    [{}, 'All saved to disk'],
    [{ written: ['a'] }, '1 change to save'],
    [{ pulled: ['a', 'b'] }, '2 changed files to reload'],
    [{ written: ['a'], renamed: [{ from: 'a', to: 'b' }] }, '2 changes to save'],
    [{ written: ['a'], conflicts: [conflict] }, '1 conflict'],
    [{ invalid: [invalidFile, invalidFile] }, '2 unreadable files'],
  ])('is described: %j is %s', (some: Partial<SynchronizationReport>, word) => {
    expect(describeFolderState(plan(some))).toBe(word);
  });

  it('lists files by what will happen to them', () => {
    expect(listPlanParts(plan({ pulled: ['x'], renamed: [{ from: 'a', to: 'b' }] }))).toEqual([
      { title: 'Will be updated in the app', paths: ['x'] },
      { title: 'Will be renamed', paths: ['a → b'] },
    ]);
  });
});

describe('an edited value of a conflict', () => {
  it.each(['text', 7, { a: [1] }, null])('is the same after it is edited: %j', (value) => {
    expect(parseConflictValue(formatConflictValue(value), value)).toEqual({ value });
  });

  it('keeps all digits of its numbers', { tags: 'bodies:digits' }, () => {
    const text = '{\n  "id": 12345678901234567890,\n  "price": 1.10\n}';
    expect(formatConflictValue(parseConflictValue(text, {})?.value)).toBe(text);
  });

  it('shows a redacted secret as its variable', () => {
    expect(formatEditableValue('Bearer ‹secret:TOKEN›')).toBe('Bearer {{TOKEN}}');
    expect(formatEditableValue({ password: '‹secret:A B›', other: '‹secret›' })).toBe(
      '{\n  "password": "{{A B}}",\n  "other": "‹secret›"\n}',
    );
  });

  it.each([
    ['text', 'text'],
    [{ type: 'json', content: '{\n  "a": "b"\n}' }, '{\n  "a": "b"\n}'],
    [
      [
        { name: 'a', value: '1', enabled: true },
        { name: 'b', value: '2', enabled: false },
      ],
      'a: 1\n# b: 2',
    ],
    [null, ''],
    [{ timeoutMs: 5 }, '{\n  "timeoutMs": 5\n}'],
  ])('is compared line by line: %j', (value, text) => {
    expect(formatComparableValue(value)).toBe(text);
  });

  it('is shown and parsed as text if it is a body', () => {
    const body = { type: 'json', content: '{"a": 1}' };
    expect(formatEditableValue(body)).toBe('{"a": 1}');
    expect(parseConflictValue('{"a": 2}', body)).toEqual({ value: { type: 'json', content: '{"a": 2}' } });
  });

  it('must be valid JSON unless it is text', () => {
    expect(parseConflictValue('{', {})).toBeUndefined();
  });
});

const folders = ['a', 'a/b', 'ab'].map((path) => ({ id: `fold_${path}`, path }));
const requests = [{ id: 'rest_1', folder: 'a/b' }];
const describeConflicts = (...conflicts: readonly string[]) =>
  describeFolderConflicts(new Set(conflicts), folders, requests);

it('a folder is marked for its own conflict and, while closed, for conflicts inside it', () => {
  const of = describeConflicts('rest_1', 'fold_ab');
  expect(of('ab', true)).toBe('Conflict with its file');
  expect(['a', 'a/b'].map((path) => of(path, false))).toEqual(['Contains a conflict', 'Contains a conflict']);
  expect(['a', 'a/b'].map((path) => of(path, true))).toEqual([undefined, undefined]);
  expect(describeConflicts('fold_a/b')('a', false)).toBe('Contains a conflict');
  expect(describeConflicts()('a', false)).toBeUndefined();
});
