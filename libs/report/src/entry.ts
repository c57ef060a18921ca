import type { RunEntry, RunFailure, RunOutcome, RunReport } from '@tandem/core';

import { formatCount } from './text.js';

/** A test of a request, or a handler that failed. */
export interface Case {
  readonly title: string;
  readonly status: 'passed' | 'failed' | 'skipped';
  readonly durationMs: number;
  readonly failure?: RunFailure;
}

type NamedTest = Pick<RunFailure, 'name' | 'suite'>;

/** The suites of a test and its name. */
export const formatTestTitle = ({ suite, name }: NamedTest): string => [...suite, name].join(' › ');

const isSame = (one: NamedTest, other: NamedTest): boolean =>
  one.name === other.name &&
  one.suite.length === other.suite.length &&
  one.suite.every((part, index) => part === other.suite[index]);

/** Lists the tests of a request in order, and then the failures outside tests, such as those of handlers. */
export const listCases = ({ tests, failedTests }: RunEntry): readonly Case[] => {
  const left = [...failedTests];
  const ofTests = tests.map((test): Case => {
    const found = test.status === 'failed' ? left.findIndex((failure) => isSame(failure, test)) : -1;
    const [failure] = found < 0 ? [] : left.splice(found, 1);
    const { status, durationMs } = test;
    return { title: formatTestTitle(test), status, durationMs, ...(failure ? { failure } : {}) };
  });
  const others = left.map((failure): Case => ({
    title: formatTestTitle(failure),
    status: 'failed',
    durationMs: 0,
    failure,
  }));
  return [...ofTests, ...others];
};

/** Says why a request without a failed test makes its run fail. Undefined if a test or handler already shows the reason. */
export const findFailureReason = (entry: RunEntry): string | undefined => {
  if (entry.error !== null) return `${entry.error.code}: ${entry.error.message}`;
  if (entry.outcome === 'untested') return 'It has no test, and this run requires tests.';
  return entry.failedTests.length === 0 ? 'It failed without a message.' : undefined;
};

/** The diagnostics that are shown even if the request passed, each with its code. */
export const listWarnings = ({ diagnostics = [] }: RunEntry): readonly string[] =>
  diagnostics.map(({ code, message, where }) => `${code}: ${message} (${where})`);

/** The codes of a request's diagnostics, each once. */
export const listWarningCodes = ({ diagnostics = [] }: RunEntry): readonly string[] => [
  ...new Set(diagnostics.map(({ code }) => code)),
];

/** Counts the requests with each code of a diagnostic, such as `UNRESOLVED_VARIABLE in 2 requests`. Empty if there are no diagnostics. */
export const formatWarningCounts = (requests: readonly RunEntry[]): string => {
  const counts = new Map<string, number>();
  for (const code of requests.flatMap(listWarningCodes)) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].map(([code, count]) => `${code} in ${formatCount(count, 'request')}`).join(', ');
};

/** Formats where a test failed, such as `users/get.yml:12:3`. */
export const formatFailureLocation = ({ file, line, column }: RunFailure, root = ''): string | undefined =>
  file === undefined
    ? undefined
    : [root + file, ...(line === undefined ? [] : [line, ...(column === undefined ? [] : [column])])].join(
        ':',
      );

type RunScope = Pick<RunEntry, 'environment' | 'iteration'>;
type PlannedScopes = Pick<RunReport['plan'], 'environments' | 'iterations'>;

/** Names the environment and the iteration of a request, each only if the run has several. */
export const describeRunScope = ({ environment, iteration }: RunScope, plan: PlannedScopes): string =>
  [
    ...(plan.environments.length > 1 ? [environment ?? 'no environment'] : []),
    ...(plan.iterations > 1 ? [`iteration ${iteration}`] : []),
  ].join(', ');

/** The path of a request, with its environment and its iteration if the run has several of them. */
export const formatEntryLabel = (entry: RunScope & Pick<RunEntry, 'path'>, plan: PlannedScopes): string => {
  const lane = describeRunScope(entry, plan);
  return lane === '' ? entry.path : `${entry.path} [${lane}]`;
};

/** How many executions a run plans: each request, in each environment, in each iteration. */
export const countPlannedExecutions = ({ requests, iterations, environments }: RunReport['plan']): number =>
  requests * iterations * Math.max(1, environments.length);

const outcomeLabels = [
  'passed',
  'flaky',
  'failed',
  'error',
  'untested',
  'skipped',
] as const satisfies RunOutcome[];

/** Formats the counts of requests that are not 0, such as `3 passed, 1 failed`. */
export const formatRequestCounts = (counts: RunReport['counts']): string =>
  outcomeLabels
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) =>
      outcome === 'error' ? formatCount(counts.error, 'error') : `${counts[outcome]} ${outcome}`,
    )
    .join(', ') || 'none';

/** Formats the counts of tests that are not 0. */
export const formatTestCounts = ({ testsPassed, testsFailed, testsSkipped }: RunReport['counts']): string =>
  [
    [testsPassed, 'passed'],
    [testsFailed, 'failed'],
    [testsSkipped, 'skipped'],
  ]
    .filter(([count]) => count !== 0)
    .map((words) => words.join(' '))
    .join(', ') || 'none';
