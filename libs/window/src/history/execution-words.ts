import { executionOutcome, type ExecutionSummary } from '@tandem/core';

import { outcomeMarks } from '../response/outcome.js';

/** What an execution came to in a word or two: its status, or why there is none. */
export const resultWord = ({ status, error }: Pick<ExecutionSummary, 'status' | 'error'>): string =>
  error ?? String(status ?? 'no response');

/** The mark of an execution. */
export const markOfExecution = (summary: ExecutionSummary) => outcomeMarks[executionOutcome(summary)];

/** When something was, by the clock if it was on the day of `now`, else with the date. */
export const formatMoment = (at: string, now: Date): string => {
  const date = new Date(at);
  const isToday = date.toDateString() === now.toDateString();
  const time = date.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit' });
  return isToday ? time : `${date.toLocaleDateString([], { day: 'numeric', month: 'short' })}, ${time}`;
};
