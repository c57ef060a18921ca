import type { RunEntry } from '@tandem/core';
import { describe, expect, it } from 'vitest';

import { failedAgain, hasHidden } from './run-again.js';
import { countWords, whyOf } from './run-words.js';

const entry = (id: string, fields: Partial<RunEntry> = {}): RunEntry => ({
  ...{ id, kind: 'rest', name: id, path: `Shop/${id}`, folder: 'Shop', environment: 'Near', iteration: 1 },
  ...{ outcome: 'passed', status: 200, timeMs: 1, size: 1, attempts: 1, tests: [], failedTests: [] },
  ...{ error: null, executionId: null },
  ...fields,
});
const red = { outcome: 'failed', status: 404 } as const;

describe('what failed in a run', { tags: 'runs:failed' }, () => {
  it('is nothing in a green run', () => {
    expect(failedAgain([entry('a'), entry('b', { outcome: 'skipped' })], undefined)).toBeUndefined();
  });

  it('runs again where it failed, with the rows and limits of the run', () => {
    const entries = [
      entry('a', { iteration: 1 }),
      entry('b', { ...red, iteration: 3, environment: 'Far', row: { key: '‹secret:key›' } }),
      entry('b', { ...red, iteration: 1, row: { key: '‹secret:key›' } }),
      entry('c', { outcome: 'error', status: null, iteration: 3 }),
    ];
    const rows = [{ key: 'one' }, { key: 'two' }, { key: 'three' }];
    const again = failedAgain(entries, { rows, parallel: 2, retry: 1, bail: 5, folder: 'Shop' });
    expect(again).toEqual({
      ids: ['b', 'c'],
      environments: ['Far', 'Near'],
      rows: [{ key: 'one' }, { key: 'three' }],
      ...{ parallel: 2, retry: 1, bail: 5 },
    });
    expect(hasHidden(again?.rows)).toBe(false);
  });

  it('takes rows from the report of a run that was not started here, unless secrets are hidden in them', () => {
    const again = (key: string) => failedAgain([entry('a', { ...red, row: { key } })], undefined)?.rows;
    expect(again('plain')).toEqual([{ key: 'plain' }]);
    expect(hasHidden(again('plain'))).toBe(false);
    expect(hasHidden(again('Bearer ‹secret:token›'))).toBe(true);
  });

  it('runs as many iterations as it failed in', () => {
    const entries = [2, 5].map((iteration) => entry('a', { ...red, iteration, environment: null }));
    expect(failedAgain(entries, undefined)).toEqual({ ids: ['a'], environments: [null], iterations: 2 });
  });
});

describe('the words of a run', { tags: 'runs:live' }, () => {
  it('count what went wrong first', () => {
    const none = { passed: 0, untested: 0, failed: 0, error: 0, skipped: 0, flaky: 0 };
    expect(countWords({ ...none, passed: 3, error: 1, failed: 2 })).toBe('2 failed, 1 error, 3 passed');
    expect(countWords({ ...none, error: 2 })).toBe('2 errors');
    expect(countWords(none)).toBe('');
  });

  it('say why a request has its outcome', () => {
    const failure = { name: 'is OK', suite: [], message: 'expected 1\nto be 2' };
    const test = { name: 'is OK', suite: [], status: 'passed', durationMs: 1 } as const;
    expect(whyOf(entry('a', { failedTests: [failure, failure] }))).toBe('is OK: expected 1 and 1 more');
    expect(whyOf(entry('a', { error: { code: 'TIMEOUT', message: 'Too late.' } }))).toBe('Too late.');
    expect(whyOf(entry('a', { reason: 'the run was stopped' }))).toBe('the run was stopped');
    expect(whyOf(entry('a', { tests: [test] }))).toBe('1 test');
    expect(whyOf(entry('a'))).toBe('No tests');
  });
});
