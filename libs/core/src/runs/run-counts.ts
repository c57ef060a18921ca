import type { RunEntry, RunOutcome, RunReport } from './run.js';

/** Whether a request in a run failed. */
export const hasFailed = ({ outcome }: Pick<RunEntry, 'outcome'>): boolean =>
  outcome === 'failed' || outcome === 'error';

/** Whether the outcome of a request makes the whole run fail. */
export const shouldFailRun = (entry: Pick<RunEntry, 'outcome'>, requireTests: boolean): boolean =>
  hasFailed(entry) || (requireTests && entry.outcome === 'untested');

/** Counts the requests of a run by outcome, and decides whether the run succeeded. */
export const countRun = (
  requests: readonly RunEntry[],
  requireTests: boolean,
): Pick<RunReport, 'counts' | 'isGreen'> => {
  const outcomes = (wanted: RunOutcome) => requests.filter(({ outcome }) => outcome === wanted).length;
  const tests = (wanted: 'passed' | 'failed' | 'skipped') =>
    requests.reduce((sum, one) => sum + one.tests.filter(({ status }) => status === wanted).length, 0);
  return {
    isGreen: !requests.some((one) => shouldFailRun(one, requireTests)),
    counts: {
      requests: requests.length,
      passed: outcomes('passed'),
      untested: outcomes('untested'),
      failed: outcomes('failed'),
      error: outcomes('error'),
      skipped: outcomes('skipped'),
      flaky: outcomes('flaky'),
      testsPassed: tests('passed'),
      testsFailed: tests('failed'),
      testsSkipped: tests('skipped'),
    },
  };
};
