import { getExecutionOutcome, type ExecutionResult, type ExecutionSummary } from '@tandem/core';

/** What a list of executions shows about the outcome. */
export type OutcomeFacts = Pick<
  ExecutionSummary,
  'status' | 'error' | 'testsPassed' | 'testsFailed' | 'handlerFailed'
>;

const count = ({ lifecycle }: ExecutionResult, wanted: 'passed' | 'failed'): number =>
  lifecycle.tests.results.filter(({ status }) => status === wanted).length;

const hasFailedHandler = ({ lifecycle: { postResponse, tests } }: ExecutionResult): boolean =>
  postResponse.error !== null || tests.summary.error !== null;

/** How an execution ended. */
export const toOutcomeFacts = (result: ExecutionResult): OutcomeFacts => ({
  status: result.response?.status ?? null,
  error: result.error?.code ?? null,
  testsPassed: count(result, 'passed'),
  testsFailed: count(result, 'failed'),
  ...(hasFailedHandler(result) ? { handlerFailed: true } : {}),
});

/** Whether an execution satisfies a dependency: its tests passed, or it has none and its status is below 400. */
export const hasSucceeded = (facts: OutcomeFacts): boolean => {
  const outcome = getExecutionOutcome(facts);
  return outcome === 'passed' || (outcome === 'ran' && (facts.status ?? 0) < 400);
};
