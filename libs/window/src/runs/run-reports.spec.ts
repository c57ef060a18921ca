import type { RunEntry } from '@tandem/core';
import { describe, expect, it } from 'vitest';

import { createFullRerun, createFailedRerun, hasHiddenSecret } from './run-again.js';
import { compareRuns, createMatrix } from './run-comparison.js';
import { formatOutcomeCounts, explainFailure, explainOutcome } from './run-progress.js';

const entry = (id: string, fields: Partial<RunEntry> = {}): RunEntry => ({
  ...{ id, kind: 'rest', name: id, path: `Shop/${id}`, folder: 'Shop', environment: 'Near', iteration: 1 },
  ...{ outcome: 'passed', status: 200, timeMs: 1, size: 1, attempts: 1, tests: [], failedTests: [] },
  error: null,
  executionId: null,
  ...fields,
});
const red = { outcome: 'failed', status: 404 } as const;

describe('the failure listed with a request', { tags: 'runs:failures' }, () => {
  const failedTest = (name: string, message: string) => ({ name, suite: ['login'], message });

  it('has a line for each of the first five failed tests, and the number of further ones', () => {
    const failedTests = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) =>
      failedTest(name, `${name} is off\nat 1`),
    );
    const lines = explainFailure(entry('x', { ...red, failedTests })).split('\n');
    expect(lines).toHaveLength(6);
    expect(lines[0]).toBe('login › a: a is off');
    expect(lines[5]).toBe('and 2 more');
  });

  it('is the error of a request without a response, and empty for a request that passed', () => {
    const error = { code: 'TIMEOUT', message: 'No response within 5 s' };
    expect(explainFailure(entry('x', { outcome: 'error', status: null, error }))).toBe(
      'No response within 5 s',
    );
    expect(explainFailure(entry('x'))).toBe('');
  });
});

describe('a new run of failed requests', { tags: 'runs:failed' }, () => {
  it('is not possible if nothing failed', () => {
    expect(createFailedRerun([entry('a'), entry('b', { outcome: 'skipped' })], undefined)).toBeUndefined();
  });

  it('uses the rows and limits of the original run', () => {
    const entries = [
      entry('a', { iteration: 1 }),
      entry('b', { ...red, iteration: 3, environment: 'Far', row: { key: '‹secret:key›' } }),
      entry('b', { ...red, iteration: 1, row: { key: '‹secret:key›' } }),
      entry('c', { outcome: 'error', status: null, iteration: 3 }),
    ];
    const rows = [{ key: 'one' }, { key: 'two' }, { key: 'three' }];
    const again = createFailedRerun(entries, {
      rows,
      parallel: 2,
      retry: 1,
      retryDelayMs: 9,
      bail: 5,
      folder: 'Shop',
    });
    expect(again).toEqual({
      ids: ['b', 'c'],
      environments: ['Far', 'Near'],
      rows: [{ key: 'one' }, { key: 'three' }],
      parallel: 2,
      retry: 1,
      retryDelayMs: 9,
      bail: 5,
    });
    expect(hasHiddenSecret(again?.rows)).toBe(false);
  });

  it('takes the rows from the report if the run was started elsewhere, unless they contain redacted secrets', () => {
    const again = (key: string) => createFailedRerun([entry('a', { ...red, row: { key } })], undefined)?.rows;
    expect(again('plain')).toEqual([{ key: 'plain' }]);
    expect(hasHiddenSecret(again('plain'))).toBe(false);
    expect(hasHiddenSecret(again('Bearer ‹secret:token›'))).toBe(true);
  });

  it('has as many iterations as failed in the original run', () => {
    const entries = [2, 5].map((iteration) => entry('a', { ...red, iteration, environment: null }));
    expect(createFailedRerun(entries, undefined)).toEqual({
      ids: ['a'],
      environments: [null],
      iterations: 2,
    });
  });
});

describe('a new run of everything', { tags: 'runs:menu' }, () => {
  it('repeats the run as it was started, or according to its report', () => {
    const entries = [entry('a'), entry('b', { ...red, iteration: 2 }), entry('a', { iteration: 2 })];
    expect(createFullRerun(entries, { folder: 'Shop', iterations: 2 })).toEqual({
      folder: 'Shop',
      iterations: 2,
    });
    expect(createFullRerun(entries, undefined)).toEqual({
      ids: ['a', 'b'],
      environments: ['Near'],
      iterations: 2,
    });
    expect(createFullRerun([], undefined)).toBeUndefined();
  });
});

describe('the grid of a run', { tags: 'runs:matrix' }, () => {
  it('has a row for each request and a cell for each environment, with the worst outcome', () => {
    const entries = [
      entry('a'),
      entry('a', { environment: 'Far', ...red }),
      entry('b', { iteration: 1 }),
      entry('b', { iteration: 2, ...red }),
      entry('b', { iteration: 3, outcome: 'skipped', status: null }),
    ];
    const rows = createMatrix(entries, ['Near', 'Far']);
    expect(rows.map(({ path, cells }) => [path, ...cells.map((cell) => cell?.words)])).toEqual([
      ['Shop/a', '200', '404'],
      ['Shop/b', '1 of 3 failed', undefined],
    ]);
    expect(rows[1]?.cells[0]?.outcome).toBe('failed');
  });
});

describe('a comparison of two runs', { tags: 'runs:compare' }, () => {
  it('shows new failures first and unchanged requests last', () => {
    const before = [entry('same'), entry('turns'), entry('recovers', red), entry('gone'), entry('moved')];
    const now = [
      entry('same'),
      entry('turns', red),
      entry('recovers'),
      entry('new'),
      entry('moved', { status: 201 }),
    ];
    const compared = compareRuns(before, now).map((one) => [one.difference, (one.now ?? one.before)?.id]);
    expect(compared).toEqual([
      ['broken', 'turns'],
      ['fixed', 'recovers'],
      ['other', 'moved'],
      ['added', 'new'],
      ['removed', 'gone'],
      ['same', 'same'],
    ]);
  });

  it('matches requests by environment, iteration and repetition', () => {
    const before = [entry('a'), entry('a', red), entry('a', { iteration: 2 })];
    const now = [entry('a'), entry('a'), entry('a', { environment: 'Far' })];
    const differences = compareRuns(before, now).map(({ difference }) => difference);
    expect(differences).toEqual(['fixed', 'added', 'removed', 'same']);
  });
});

describe('texts about a run', { tags: 'runs:live' }, () => {
  it('count failures first in a summary', () => {
    const none = { passed: 0, untested: 0, failed: 0, error: 0, skipped: 0, flaky: 0 };
    expect(formatOutcomeCounts({ ...none, passed: 3, error: 1, failed: 2 })).toBe(
      '2 failed, 1 error, 3 passed',
    );
    expect(formatOutcomeCounts({ ...none, error: 2 })).toBe('2 errors');
    expect(formatOutcomeCounts(none)).toBe('');
  });

  it('explain why a request has its outcome', () => {
    const failure = { name: 'is OK', suite: [], message: 'expected 1\nto be 2' };
    const test = { name: 'is OK', suite: [], status: 'passed', durationMs: 1 } as const;
    expect(explainOutcome(entry('a', { failedTests: [failure, failure] }))).toBe(
      'is OK: expected 1 and 1 more',
    );
    expect(explainOutcome(entry('a', { error: { code: 'TIMEOUT', message: 'Too late.' } }))).toBe(
      'Too late.',
    );
    expect(explainOutcome(entry('a', { reason: 'the run was stopped' }))).toBe('the run was stopped');
    expect(explainOutcome(entry('a', { tests: [test] }))).toBe('1 test');
    expect(explainOutcome(entry('a'))).toBe('No tests');
  });
});
