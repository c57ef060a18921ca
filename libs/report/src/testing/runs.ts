import {
  countRun,
  type ExecutionResult,
  type RunEntry,
  type RunEvent,
  type RunReport,
  type RunStart,
  type SentRequest,
} from '@tandem/core';

import { type Reporter } from '../index.js';

/** Creates the entry of a request whose only test passed, except for these fields. */
export const createEntry = (more: Partial<RunEntry> = {}): RunEntry => ({
  id: 'req_1',
  kind: 'rest',
  name: 'Get user',
  path: 'Users/Get user',
  folder: 'Users',
  environment: null,
  iteration: 1,
  outcome: 'passed',
  status: 200,
  timeMs: 12.4,
  size: 120,
  attempts: 1,
  tests: [{ name: 'status is 200', suite: [], status: 'passed', durationMs: 0.4 }],
  failedTests: [],
  error: null,
  executionId: null,
  file: 'Users/Get user.yml',
  method: 'GET',
  url: 'http://127.0.0.1/users/1',
  ...more,
});

/** The entry of a request whose second test failed. */
export const failedEntry = createEntry({
  name: 'Create user',
  path: 'Users/Create user',
  outcome: 'failed',
  status: 400,
  method: 'POST',
  url: 'http://127.0.0.1/users',
  tests: [
    { name: 'answers', suite: ['Creating'], status: 'passed', durationMs: 1 },
    { name: 'status is 201', suite: ['Creating'], status: 'failed', durationMs: 2 },
  ],
  failedTests: [
    {
      name: 'status is 201',
      suite: ['Creating'],
      message: 'expected 400 to be 201',
      expected: 201,
      actual: 400,
      file: 'Users/Create user.yml',
      line: 3,
      column: 5,
    },
  ],
});

/** The entry of a request without a response. */
export const errorEntry = createEntry({
  name: 'Health',
  path: 'Health',
  folder: '',
  outcome: 'error',
  status: null,
  timeMs: null,
  size: null,
  tests: [],
  error: { code: 'TIMEOUT', message: 'no answer within 500 ms' },
});

/** One entry for each outcome. */
export const everyOutcome: readonly RunEntry[] = [
  createEntry(),
  failedEntry,
  createEntry({ name: 'List users', path: 'Users/List users', outcome: 'untested', tests: [] }),
  createEntry({
    name: 'Delete user',
    path: 'Users/Delete user',
    outcome: 'skipped',
    status: null,
    timeMs: null,
    tests: [],
    reason: 'only on Mondays',
  }),
  createEntry({ name: 'Find user', path: 'Users/Find user', outcome: 'flaky', attempts: 3 }),
  errorEntry,
];

/** Creates the report of these entries. */
export const createReport = (
  requests: readonly RunEntry[],
  more: Partial<RunReport> = {},
  plan: Partial<RunReport['plan']> = {},
): RunReport => {
  const whole = {
    requests: requests.length,
    iterations: 1,
    environments: [null],
    parallel: 1,
    requireTests: false,
    ...plan,
  };
  return {
    format: 1,
    id: 'run_1',
    workspace: 'Playground',
    startedAt: '2026-11-24T12:00:00.000Z',
    durationMs: 1234,
    plan: whole,
    ...countRun(requests, whole.requireTests),
    requests,
    ...more,
  };
};

/** Creates the events of a run with this report. */
export const createEvents = (
  report: RunReport,
  resultOf: (entry: RunEntry) => ExecutionResult | undefined = () => undefined,
  sent?: SentRequest,
): readonly RunEvent[] => {
  const { id, workspace, startedAt, plan } = report;
  const run: RunStart = { id, workspace, startedAt, plan };
  return [
    { kind: 'started', run },
    ...report.requests.flatMap((entry): readonly RunEvent[] => {
      const result = resultOf(entry);
      return [
        { kind: 'request-started', entry },
        {
          kind: 'request-ended',
          entry,
          ...(result === undefined ? {} : { result, ...(sent === undefined ? {} : { sent }) }),
        },
      ];
    }),
    { kind: 'ended', report },
  ];
};

/** Writes these events with a reporter, and returns all of its text. */
export const writeEvents = ({ take }: Reporter, events: readonly RunEvent[]): string =>
  events.map(take).join('');

const handler = { success: true, error: null, result: null };

/** Creates a result with this body. */
export const createResult = (executionId: string, textBody: string): ExecutionResult => ({
  executionId: executionId as ExecutionResult['executionId'],
  request: { id: 'req_1', name: 'Get user', method: 'GET', url: 'http://127.0.0.1/users/1' },
  response: {
    status: 200,
    statusText: 'OK',
    time: 12,
    headers: { 'content-type': 'application/json' },
    cookies: [],
    textBody,
    bodyType: 'text',
    size: textBody.length,
    bodyTruncated: false,
  },
  error: null,
  lifecycle: {
    preRequest: handler,
    postResponse: handler,
    tests: { summary: { success: true, error: null, result: { testResults: [] } }, results: [] },
    mocked: false,
  },
  diagnostics: [],
  logs: [{ level: 'log', message: 'asked', handler: 'onResponse' }],
});

/** Creates a sent request with this body. */
export const createSentRequest = (body: SentRequest['body']): SentRequest => ({
  headers: [{ name: 'content-type', value: 'text/plain' }],
  body,
});
