import type { SynchronizationReport } from '@tandem/core';
import { describe, expect, it } from 'vitest';

import { editable, folderWord, partsOf, readAs, written } from './folder-plan.js';

const plan = (some: Partial<SynchronizationReport>): SynchronizationReport =>
  ({
    written: [],
    pulled: [],
    merged: [],
    renamed: [],
    deleted: [],
    conflicts: [],
    invalid: [],
    ...some,
  }) as unknown as SynchronizationReport;

describe('a plan', () => {
  it.each([
    [{}, 'clean'],
    [{ written: ['a'] }, '1 change'],
    [{ written: ['a'], renamed: [{ from: 'a', to: 'b' }] }, '2 changes'],
    [{ written: ['a'], conflicts: [{}] as never }, '1 conflict'],
    [{ invalid: [{}, {}] as never }, '2 files unreadable'],
  ])('%j is %s', (some, word) => {
    expect(folderWord(plan(some))).toBe(word);
  });

  it('lists the files by what happens to them', () => {
    expect(partsOf(plan({ pulled: ['x'], renamed: [{ from: 'a', to: 'b' }] }))).toEqual([
      { title: 'Will be updated in the app', paths: ['x'] },
      { title: 'Will be renamed', paths: ['a → b'] },
    ]);
  });
});

describe('a value of a conflict', () => {
  it.each(['text', 7, { a: [1] }, null])('is edited and read again: %j', (value) => {
    expect(readAs(written(value), value)).toEqual({ value });
  });

  it('is edited with the variable of a secret where its value is hidden', () => {
    expect(editable('Bearer ‹secret:TOKEN›')).toBe('Bearer {{TOKEN}}');
    expect(editable({ password: '‹secret:A B›', other: '‹secret›' })).toBe(
      '{\n  "password": "{{A B}}",\n  "other": "‹secret›"\n}',
    );
  });

  it('that is no text has to be JSON', () => {
    expect(readAs('{', {})).toBeUndefined();
  });
});
