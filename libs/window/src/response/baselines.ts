import { type ExecutionId, executionOutcome, type ExecutionSummary } from '@tandem/core';

/** What an execution is compared with. */
export type Baseline = 'previous' | 'green';

/** Whether an execution went well: its tests passed or, without tests, its status is no error. */
const isGreen = (one: ExecutionSummary): boolean => {
  const outcome = executionOutcome(one);
  return outcome === 'passed' || (outcome === 'ran' && one.status !== null && one.status < 400);
};

/** The executions of the same request that one may be compared with. `history` has the newest first. */
export const baselinesOf = (
  history: readonly ExecutionSummary[],
  id: ExecutionId | undefined,
): Readonly<Record<Baseline, ExecutionSummary | undefined>> => {
  const at = history.findIndex((one) => one.id === id);
  const earlier = at < 0 ? [] : history.slice(at + 1);
  return { previous: earlier[0], green: earlier.find(isGreen) };
};
