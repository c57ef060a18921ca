import type { ExecutionResult, ResponseSummary, TestResult } from '@tandem/core';
import { describe, expect, it } from 'vitest';

import { getRunMark, getOutcome, formatAnnouncement } from './outcome.js';

const passingTest = { success: true, error: null, result: null } as const;
const testOf = (status: TestResult['status']): TestResult => ({
  name: 't',
  suite: [],
  status,
  durationMs: 1,
  error: null,
});

const resultWith = (
  statuses: readonly TestResult['status'][],
  more: Partial<Pick<ExecutionResult, 'error' | 'response'>> & { readonly thrown?: string } = {},
): ExecutionResult => {
  const results = statuses.map(testOf);
  const error = more.thrown === undefined ? null : { code: 'SCRIPT_ERROR', message: more.thrown, line: 3 };
  return {
    executionId: 'x' as ExecutionResult['executionId'],
    request: { id: 'r', name: 'r', method: 'GET', url: 'http://127.0.0.1/' },
    response: more.response ?? null,
    error: more.error ?? null,
    lifecycle: {
      preRequest: passingTest,
      postResponse: { ...passingTest, error },
      tests: { summary: { ...passingTest, result: { testResults: results } }, results },
      mocked: false,
    },
    diagnostics: [],
    logs: [],
  };
};

const timeout = { code: 'TIMEOUT', message: 'No answer in 30 s.' } as const;

describe('the outcome of a run', () => {
  it.each([
    [resultWith([]), 'plain', 'No tests'],
    [resultWith(['passed']), 'good', '1 test passed'],
    [resultWith(['passed', 'passed', 'skipped']), 'good', '2 tests passed'],
    [resultWith(['skipped']), 'plain', 'No tests'],
    [resultWith(['passed', 'failed']), 'bad', '1 of 2 tests failed'],
    [resultWith(['passed'], { thrown: 'x is not defined' }), 'bad', 'onResponse, line 3: x is not defined'],
    [resultWith(['failed'], { error: timeout, thrown: 'x' }), 'bad', 'No answer in 30 s.'],
  ])('%#: an outcome names what went wrong first', (result, tone, sentence) => {
    expect(getOutcome(result)).toEqual({ tone, sentence });
  });

  it('an outcome has a mark in the list', () => {
    expect(getRunMark(undefined)).toBeUndefined();
    expect(getRunMark({ kind: 'running' })).toEqual({ tone: 'busy', name: 'running' });
    expect(getRunMark({ kind: 'refused', message: 'no' })?.name).toBe('not run');
    expect(getRunMark({ kind: 'done', result: resultWith([]) })?.name).toBe('ran');
    expect(getRunMark({ kind: 'done', result: resultWith(['failed']) })?.name).toBe('failed');
    const error = { code: 'CANCELLED', message: 'The execution was cancelled.' } as const;
    expect(getRunMark({ kind: 'done', result: resultWith([], { error }) })).toEqual({
      tone: 'stopped',
      name: 'cancelled',
    });
  });

  it('the start and the end of an execution are announced', () => {
    expect(formatAnnouncement(undefined)).toBe('');
    expect(formatAnnouncement({ kind: 'running' })).toBe('Running');
    expect(formatAnnouncement({ kind: 'done', result: resultWith([], { error: timeout }) })).toBe(
      'No answer in 30 s.',
    );
  });

  it.each([
    ['rest_r', '{"errors":[{}]}', {}, '200 OK. No tests.'],
    ['rest_r', 'par', { error: timeout }, '200 OK. No answer in 30 s.'],
    ['gql_r', '{"data":{},"errors":[]}', {}, '200 OK. No tests.'],
    ['gql_r', '{"errors":[{"message":"a"}]}', {}, '200 OK. 1 GraphQL error. No tests.'],
  ])(
    '%#: an announcement is a whole sentence, with the errors of a GraphQL response',
    (id, textBody, more, words) => {
      const response = { status: 200, statusText: 'OK', textBody } as ResponseSummary;
      const result = resultWith([], { ...more, response });
      expect(
        formatAnnouncement({ kind: 'done', result: { ...result, request: { ...result.request, id } } }),
      ).toBe(words);
    },
  );
});
