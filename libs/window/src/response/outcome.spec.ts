import { type ExecutionResult, type ResponseSummary, type TestResult, faultCodes } from '@tandem/core';
import { describe, expect, it } from 'vitest';

import { getRunMark, getOutcome, formatAnnouncement, formatResult } from './outcome.js';
import { describeDiagnostic, describeFault, parseRefusedSecret } from './fault-advice.js';

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

it.each(faultCodes)('the error %s is shown as a label in lists', (error) => {
  expect(formatResult({ status: null, error })).toMatch(/^[A-Z][a-z]|^[A-Z]{2,3} /);
  expect(formatResult({ status: null, error })).not.toContain('_');
});

it('an execution without an error is shown by its status', () => {
  expect(formatResult({ status: 404, error: null })).toBe('404');
  expect(formatResult({ status: null, error: null })).toBe('no response');
  expect(formatResult({ status: null, error: 'OF_ANOTHER_VERSION' })).toBe('OF_ANOTHER_VERSION');
});

describe('the outcome of an execution', () => {
  it.each([
    [resultWith([]), 'plain', 'No tests'],
    [resultWith(['passed']), 'good', '1 test passed'],
    [resultWith(['passed', 'passed', 'skipped']), 'good', '2 tests passed'],
    [resultWith(['skipped']), 'plain', 'No tests'],
    [resultWith(['passed', 'failed']), 'bad', '1 of 2 tests failed'],
    [resultWith(['passed'], { thrown: 'x is not defined' }), 'bad', 'onResponse, line 3: x is not defined'],
    [resultWith(['failed'], { error: timeout, thrown: 'x' }), 'bad', 'No answer in 30 s.'],
  ])('%#: names what went wrong first', (result, tone, sentence) => {
    expect(getOutcome(result)).toEqual({ tone, sentence });
  });

  it('is shown as a mark in the list', () => {
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

  it('is announced to screen readers, and so is the start', () => {
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
    '%#: is announced in a complete sentence, with the errors of a GraphQL response',
    (id, textBody, more, words) => {
      const response = { status: 200, statusText: 'OK', textBody } as ResponseSummary;
      const result = resultWith([], { ...more, response });
      expect(
        formatAnnouncement({ kind: 'done', result: { ...result, request: { ...result.request, id } } }),
      ).toBe(words);
    },
  );
});

it.each(faultCodes)('the error %s is explained with one or two sentences of advice', (code) => {
  expect(describeFault({ code, message: 'It went wrong.' }).advice).toMatch(/^[A-Z].*\.$/);
});

it.each([
  [
    'NETWORK_ERROR',
    'Nothing listens at 127.0.0.1:9. Start the server or check the port.',
    'Start the server',
  ],
  [
    'URL_INVALID',
    '"/c" does not begin with a host. Start the URL with http://, https:// or a host such as localhost:3000.',
    'Start the URL',
  ],
  [
    'TIMEOUT',
    'The request took longer than 5 ms. Increase timeoutMs for a slow endpoint.',
    'The server took',
  ],
  ['URL_MISSING', 'The request has no URL. Set url on the request.', 'Enter a URL.'],
] as const)('the error %s with advice of its own shows only that advice', (code, message, advice) => {
  const words = describeFault({ code, message });
  expect(words.what).toBe(message.slice(0, message.indexOf('. ') + 1));
  expect(words.advice.startsWith(advice)).toBe(true);
});

it('the advice for a truncated body does not suggest starting the server, because the server has responded', () => {
  const fault = {
    code: 'NETWORK_ERROR',
    message: 'a:1 closed the connection before the response was complete.',
  } as const;
  expect(describeFault(fault, true).advice).toMatch(/^What arrived is below\./);
  expect(describeFault(fault, false).advice).toMatch(/^Check that the server is running/);
});

it('the error of a script is shown in full', () => {
  const message = 'Error: no luck. Try again';
  expect(describeFault({ code: 'SCRIPT_ERROR', message }).what).toBe(message);
});

it('a diagnostic that tells agents to ask a person names the button instead when it is shown to a person', () => {
  const message = 'Nobody has approved a.js. Its scripts get no secrets. Ask the person to approve it.';
  expect(describeDiagnostic({ code: 'SCRIPT_NOT_APPROVED', message })).toBe(
    'Nobody has approved a.js. Its scripts get no secrets. Look at them with “Review new scripts”, and approve them there.',
  );
  expect(describeDiagnostic({ code: 'OTHER', message })).toBe(message);
});

const code = 'SECRET_HOST_REFUSED';
const details = { secret: 'TOKEN', host: 'evil.test', hop: 'first', hosts: ['a.test', '*.b.test'] };

it('a refused secret is shown with its hosts, with and without the refused host', () => {
  const refused = parseRefusedSecret({ code, details });
  expect(refused).toMatchObject({ name: 'TOKEN', host: 'evil.test' });
  const isOf = (name: string, ...hosts: readonly string[]) => refused?.isOf({ name, hosts });
  expect(isOf('TOKEN', 'a.test', '*.b.test')).toBe(true);
  expect(isOf('TOKEN', '*.b.test', 'a.test', 'evil.test')).toBe(true);
  expect(isOf('TOKEN', 'a.test')).toBe(false);
  expect(isOf('TOKEN')).toBe(false);
  expect(isOf('OTHER', 'a.test', '*.b.test')).toBe(false);
});

it('errors of other kinds and errors without details name no refused secret', () => {
  expect(parseRefusedSecret({ code: 'TIMEOUT', details })).toBe(undefined);
  expect(parseRefusedSecret({ code })).toBe(undefined);
  expect(parseRefusedSecret({ code, details: { secret: 'TOKEN', hosts: 'a.test' } })).toBe(undefined);
});
