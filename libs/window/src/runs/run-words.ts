import type { RunEntry, RunOutcome } from '@tandem/core';

import { formatCount } from '../shell/counted.js';
import type { Tone } from '../response/outcome.js';

/** The colour of each outcome. */
export const outcomeTones: Readonly<Record<RunOutcome, Tone>> = {
  passed: 'good',
  flaky: 'stopped',
  untested: 'plain',
  skipped: 'plain',
  failed: 'bad',
  error: 'bad',
};

type Counts = Readonly<Record<RunOutcome, number>>;

const order: readonly RunOutcome[] = ['failed', 'error', 'flaky', 'passed', 'untested', 'skipped'];

/** How many requests had which outcome: what went wrong first, outcomes that none had left out. */
export const formatOutcomeCounts = (counts: Counts): string =>
  order
    .filter((one) => counts[one] > 0)
    .map((one) => (one === 'error' ? formatCount(counts.error, 'error') : `${counts[one]} ${one}`))
    .join(', ');

/** The worst outcome of some entries. */
export const findWorstOutcome = (entries: readonly RunEntry[]): RunOutcome | undefined =>
  order.find((one) => entries.some(({ outcome }) => outcome === one));

/** Why an entry has its outcome, in one line; empty if it says enough. */
export const explainOutcome = ({ error, failedTests, reason, tests }: RunEntry): string => {
  if (error !== null) return error.message;
  const [first] = failedTests;
  if (first !== undefined) {
    const more = failedTests.length === 1 ? '' : ` and ${failedTests.length - 1} more`;
    return `${first.name}: ${first.message.split('\n', 1)[0] ?? ''}${more}`;
  }
  if (reason !== undefined) return reason;
  return tests.length === 0 ? 'No tests' : formatCount(tests.length, 'test');
};
