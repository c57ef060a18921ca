import { defaultKeepLimits, type KeepLimits } from '@tandem/core';

const wholeNumber = (text: string | undefined, otherwise: number, most: number): number =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Math.min(Number(text), most) : otherwise;

/**
 * What is kept of executions: `TANDEM_EXECUTIONS_KEPT` of each workspace, 0 to 10,000, and of each body
 * `TANDEM_EXECUTION_BODY_BYTES`, up to 50 MiB. What is no whole number counts as not set.
 */
export const keepFromEnvironment = (env: Readonly<Record<string, string | undefined>>): KeepLimits => ({
  executions: wholeNumber(env.TANDEM_EXECUTIONS_KEPT, defaultKeepLimits.executions, 10_000),
  bodyBytes: wholeNumber(env.TANDEM_EXECUTION_BODY_BYTES, defaultKeepLimits.bodyBytes, 50 * 1024 * 1024),
});
