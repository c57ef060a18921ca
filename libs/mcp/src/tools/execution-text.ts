import { STATUS_CODES } from 'node:http';

import { getOwnValue, stringifyJson } from '@tandem/core/codec';

import type { TextOf } from './result-text.js';

interface Test {
  readonly name: string;
  readonly suite?: readonly string[];
  readonly status: string;
  readonly error?: { readonly message: string } | null;
}

interface Fault {
  readonly code: string;
  readonly message: string;
}

interface Handler {
  readonly error: Fault | null;
}

/** The parts of an execution result that its text shows. */
export interface ExecutedResult {
  readonly executionId: string;
  readonly response: {
    readonly status: number;
    readonly time: number;
    readonly size: number;
    readonly bodyType: string;
    readonly textBody: string | null;
    readonly headers?: Readonly<Record<string, string>>;
    readonly bodyTruncated?: boolean;
  } | null;
  readonly error: Fault | null;
  readonly lifecycle: {
    readonly preRequest: Handler;
    readonly postResponse: Handler;
    readonly tests: { readonly summary: Handler; readonly results: readonly Test[] };
  };
  readonly diagnostics: readonly { readonly code: string; readonly message: string }[];
  readonly logs: readonly { readonly level: string; readonly message: string }[];
  readonly selected?: readonly unknown[];
}

/** Whether a value is a complete execution result. */
export const isExecuted = (value: unknown): value is ExecutedResult =>
  typeof value === 'object' && value !== null && 'lifecycle' in value && 'executionId' in value;

/** Maximum number of lines of each kind, and maximum length of a body in UTF-16 units. */
const limits = { lines: 20, body: 600 } as const;

const cut = (text: string, most: number): string => {
  if (text.length <= most) return text;
  const end = /[\ud800-\udbff]/.test(text.charAt(most - 1)) ? most - 1 : most;
  return `${text.slice(0, end)}…`;
};

const limitLines = (lines: readonly string[]): readonly string[] =>
  lines.length <= limits.lines
    ? lines
    : [...lines.slice(0, limits.lines), `… ${lines.length - limits.lines} more`];

/** The failed handlers, by the names under which scripts export them. */
export const findFailedHandlers = ({
  lifecycle,
}: Pick<ExecutedResult, 'lifecycle'>): Readonly<Record<string, Fault>> => {
  const { preRequest, postResponse, tests } = lifecycle;
  const all = { onRequest: preRequest.error, onResponse: postResponse.error, onTest: tests.summary.error };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, error]) => (error === null ? [] : [[name, error]])),
  );
};

/** The name of a test, prefixed with its suites. */
export const testName = ({ suite = [], name }: Pick<Test, 'suite' | 'name'>): string =>
  [...suite, name].join(' › ');

const marks: Readonly<Record<string, string>> = { passed: '✓', failed: '✗', skipped: '-' };

const testLine = (test: Test): string =>
  `${getOwnValue(marks, test.status) ?? '-'} ${testName(test)}${test.error ? `: ${cut(test.error.message, limits.body)}` : ''}`;

const countText = (tests: readonly Test[]): readonly string[] => {
  const counts = ['passed', 'failed', 'skipped'].flatMap((status) => {
    const count = tests.filter((one) => one.status === status).length;
    return count === 0 ? [] : [`${count} ${status}`];
  });
  return counts.length === 0 ? [] : [`tests: ${counts.join(', ')}`];
};

const formatResponse = ({ response, error }: ExecutedResult): string => {
  if (response === null) return `no response: ${error?.code ?? 'unknown'}`;
  const { status, time, size, bodyType } = response;
  const reason = STATUS_CODES[status];
  const line = `${status}${reason === undefined ? '' : ` ${reason}`} · ${Math.round(time)} ms · ${size} bytes ${bodyType}`;
  return error === null ? line : `${line} · ${error.code}`;
};

/** An execution result as readable text: the outcome, its tests once, and the first lines of its body. */
export const formatExecution: TextOf<ExecutedResult> = (value) => {
  const { lifecycle, response, error, diagnostics, logs, selected } = value;
  const { results } = lifecycle.tests;
  const handlers = findFailedHandlers(value);
  const body = selected === undefined ? response?.textBody : stringifyJson(selected);
  const rest = response?.bodyTruncated === true && selected === undefined;
  return {
    ours: [
      [formatResponse(value), ...countText(results), value.executionId].join(' · '),
      ...Object.entries(handlers).map(([name, { code }]) => `${name} failed: ${code}`),
      ...(rest ? ['The body was cut; pass select, or read on with executions_get and offset.'] : []),
    ],
    theirs: [
      ...(error === null ? [] : [error.message]),
      ...Object.entries(handlers).map(([name, { message }]) => `${name}: ${message}`),
      ...limitLines(results.map(testLine)),
      ...limitLines(diagnostics.map(({ code, message }) => `${code}: ${message}`)),
      ...limitLines(logs.map(({ level, message }) => `${level}: ${cut(message, limits.body)}`)),
      ...(body ? [cut(body, limits.body)] : []),
    ],
  };
};
