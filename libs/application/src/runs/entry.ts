import {
  defaultRequestKind,
  type ExecutionResult,
  hasFailed,
  type InvalidFile,
  type RunEntry,
  type RunFailure,
  type RunOutcome,
  type RunRow,
  type ScriptError,
  type TestResult,
} from '@tandem/core';

import type { SelectedRequest } from './select-requests.js';

/** One pass through the requests of a run: an iteration in one environment. */
export interface Pass {
  /** From 1. */
  readonly iteration: number;
  readonly environment: { readonly id: string; readonly name: string } | null;
  readonly row?: RunRow;
}

/** Whether a failed test is in a script of another tool, which has no JavaScript file of its own. */
const isForeign = (script: string | undefined): boolean => script !== undefined && !script.endsWith('.js');

const getFileLocation = ({ file: own, scriptFile }: SelectedRequest, script: string | undefined) => {
  const file = isForeign(script) ? own : (script ?? scriptFile);
  return file === undefined ? {} : { file };
};

/** The location at the end of a failed test's message: in the request's script, or in another file. */
const endPositionPattern = / \((?:line (\d+), column (\d+)|[^()\n]+:(\d+):(\d+))\)$/;

const testFailure = (one: SelectedRequest, test: TestResult): RunFailure => {
  const { message: whole = '', ...values } = test.error ?? {};
  // Such a script is part of the request's file, so its line numbers say nothing about that file.
  if (isForeign(test.script))
    return {
      name: test.name,
      suite: test.suite,
      message: whole,
      ...values,
      ...getFileLocation(one, test.script),
    };
  const [end = '', line, column, otherLine, otherColumn] = endPositionPattern.exec(whole) ?? [];
  const at = [line ?? otherLine, column ?? otherColumn].map(Number);
  const position = end === '' ? {} : { line: at[0] ?? 0, column: at[1] ?? 0 };
  const message = whole.slice(0, whole.length - end.length);
  return {
    name: test.name,
    suite: test.suite,
    message,
    ...values,
    ...getFileLocation(one, test.script),
    ...position,
  };
};

const toHandlerFailure = (one: SelectedRequest, name: string, error: ScriptError): RunFailure => ({
  name,
  suite: [],
  message: error.message,
  ...getFileLocation(one, error.script),
  ...(error.line === undefined || isForeign(error.script) ? {} : { line: error.line }),
  ...(error.column === undefined || isForeign(error.script) ? {} : { column: error.column }),
});

/** The failed tests and handlers. */
const listFailures = (one: SelectedRequest, { lifecycle, error }: ExecutionResult): readonly RunFailure[] => {
  const { preRequest, postResponse, tests } = lifecycle;
  const handlers: readonly (readonly [string, ScriptError | null])[] = [
    // If onRequest failed, there is no response, and the entry of the request has that error already.
    ['onRequest', error === null ? preRequest.error : null],
    ['onResponse', postResponse.error],
    ['onTest', tests.summary.error],
  ];
  return [
    ...handlers.flatMap(([name, failed]) => (failed === null ? [] : [toHandlerFailure(one, name, failed)])),
    ...tests.results.filter(({ status }) => status === 'failed').map((test) => testFailure(one, test)),
  ];
};

const getOutcome = (result: ExecutionResult, failures: number, attempts: number): RunOutcome => {
  if (result.error !== null) return result.error.code === 'SKIPPED' ? 'skipped' : 'error';
  if (failures > 0) return 'failed';
  if (!result.lifecycle.tests.results.some(({ status }) => status === 'passed')) return 'untested';
  return attempts > 1 ? 'flaky' : 'passed';
};

const getRequestFields = ({ id, kind, name, path, folder, file }: SelectedRequest, pass: Pass) => ({
  id,
  kind,
  name,
  path,
  folder,
  environment: pass.environment?.name ?? null,
  iteration: pass.iteration,
  ...(file === undefined ? {} : { file }),
  ...(pass.row === undefined ? {} : { row: pass.row }),
});

const noResult = {
  status: null,
  timeMs: null,
  size: null,
  tests: [],
  failedTests: [],
  error: null,
  executionId: null,
} as const;

const explainNotSent = (error: ExecutionResult['error']): Pick<RunEntry, 'error' | 'reason'> => {
  if (error === null) return { error };
  if (error.code !== 'SKIPPED') return { error: { code: error.code, message: error.message } };
  const { reason } = error.details as { readonly reason: string };
  return { error: null, reason };
};

/** Maximum number of diagnostics in an entry. */
const maxDiagnostics = 20;

/** Diagnostics that a run leaves out: about failed handlers, which it reports otherwise, and about variables that no environment stores. */
const hiddenDiagnostics = ['HANDLER_FAILED', 'NO_ACTIVE_ENVIRONMENT'];

/** The diagnostics of a result that its entry contains. */
const listShownDiagnostics = ({ diagnostics }: ExecutionResult): Pick<RunEntry, 'diagnostics'> => {
  const shown = diagnostics.filter(({ code }) => !hiddenDiagnostics.includes(code)).slice(0, maxDiagnostics);
  return shown.length === 0 ? {} : { diagnostics: shown };
};

/** How many of the last log lines an entry contains, and the maximum length of each in UTF-16 units. */
const maxLogs = { lines: 20, length: 300 } as const;

/** The last lines that the scripts of a failed request logged. */
const listLastLogs = ({ logs }: ExecutionResult): Pick<RunEntry, 'logs' | 'logsTruncated' | 'logsSize'> => {
  if (logs.length === 0) return {};
  const last = logs.slice(-maxLogs.lines);
  const isCut = last.length < logs.length || last.some(({ message }) => message.length > maxLogs.length);
  return {
    logs: last.map((line) => ({
      ...line,
      message:
        line.message.length <= maxLogs.length ? line.message : `${line.message.slice(0, maxLogs.length)}…`,
    })),
    ...(isCut ? { logsTruncated: true, logsSize: logs.length } : {}),
  };
};

/** Creates the entry of an executed request. `result` is that of the last attempt. */
export const createExecutedEntry = (
  one: SelectedRequest,
  pass: Pass,
  result: ExecutionResult,
  attempts: number,
): RunEntry => {
  const { response, request, lifecycle, error, executionId } = result;
  const failedTests = listFailures(one, result);
  const outcome = getOutcome(result, failedTests.length, attempts);
  return {
    ...getRequestFields(one, pass),
    method: request.method,
    url: request.url,
    outcome,
    status: response?.status ?? null,
    timeMs: response?.time ?? null,
    size: response?.size ?? null,
    attempts,
    tests: lifecycle.tests.results.map(({ name, suite, status, durationMs }) => ({
      name,
      suite,
      status,
      durationMs,
    })),
    failedTests,
    ...explainNotSent(error),
    ...listShownDiagnostics(result),
    ...(hasFailed({ outcome }) ? listLastLogs(result) : {}),
    executionId,
  };
};

/** Turns the entry of a request into an error, because its script named a next request that does not exist. */
export const createMisdirectedEntry = (entry: RunEntry, problem: string): RunEntry => ({
  ...entry,
  outcome: entry.outcome === 'error' ? 'error' : 'failed',
  failedTests: [...entry.failedTests, { name: 'run.next', suite: [], message: problem }],
});

/** Creates the entry of a request whose execution was refused. */
export const createRefusedEntry = (
  one: SelectedRequest,
  pass: Pass,
  message: string,
  attempts: number,
): RunEntry => ({
  ...getRequestFields(one, pass),
  ...noResult,
  outcome: 'error',
  attempts,
  error: { code: 'REFUSED', message },
});

/** Creates the entry of an unreadable file, which may contain a request. */
export const toUnreadableEntry = ({ path, line, column, message }: InvalidFile): RunEntry => {
  const requestPath = path.replace(/\.ya?ml$/i, '');
  const folder = requestPath.split('/').slice(0, -1).join('/');
  return {
    id: path,
    kind: defaultRequestKind,
    name: requestPath.slice(folder === '' ? 0 : folder.length + 1),
    path: requestPath,
    folder,
    environment: null,
    iteration: 1,
    file: path,
    ...noResult,
    outcome: 'error',
    attempts: 0,
    error: { code: 'FILE_INVALID', message: `${path}:${line}:${column}: ${message}` },
  };
};

/** Creates the entry of a request that was not executed. */
export const createSkippedEntry = (one: SelectedRequest, pass: Pass, reason: string): RunEntry => ({
  ...getRequestFields(one, pass),
  ...noResult,
  outcome: 'skipped',
  attempts: 0,
  reason,
});
