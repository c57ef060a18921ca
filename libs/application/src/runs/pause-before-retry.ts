import { type ExecutionResult, runLimits, type RunPlan } from '@tandem/core';

/** The delay that a server asks for in Retry-After (RFC 9110, section 10.2.3), in milliseconds. Undefined if it asks for none. */
const parseRetryAfter = (value: string | undefined, now: Date): number | undefined => {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const date = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(date - now.getTime(), 0);
};

/**
 * Returns the time to wait before a failed request is retried, in milliseconds: as long as its server asks, or else the pause of the plan,
 * doubled with each attempt.
 * @param attempts how often the request was executed
 */
export const pauseBeforeRetry = (
  { response }: Pick<ExecutionResult, 'response'>,
  { retryDelayMs = runLimits.defaultRetryDelayMs }: Pick<RunPlan, 'retryDelayMs'>,
  attempts: number,
  now: Date,
): number => {
  const asked = parseRetryAfter(response?.headers['retry-after'], now);
  return Math.min(asked ?? retryDelayMs * 2 ** (attempts - 1), runLimits.retryPauseMs);
};
