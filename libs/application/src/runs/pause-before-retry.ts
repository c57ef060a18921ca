import { type ExecutionResult, runLimits, type RunPlan } from '@tandem/core';

/** The delay that a server requests (RFC 9110, section 10.2.3), in milliseconds. Undefined if it requests none. */
const parseRetryAfter = (value: string | undefined, now: Date): number | undefined => {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const date = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(date - now.getTime(), 0);
};

/**
 * The delay before a failed request is retried, in milliseconds: as its server requests, or the plan's pause, doubled
 * each time.
 * @param attempts how often it has run
 */
export const pauseBeforeRetry = (
  { response }: Pick<ExecutionResult, 'response'>,
  { retryDelayMs = runLimits.usualRetryDelayMs }: Pick<RunPlan, 'retryDelayMs'>,
  attempts: number,
  now: Date,
): number => {
  const asked = parseRetryAfter(response?.headers['retry-after'], now);
  return Math.min(asked ?? retryDelayMs * 2 ** (attempts - 1), runLimits.retryPauseMs);
};
