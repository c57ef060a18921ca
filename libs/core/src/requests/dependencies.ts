import { type AppError, createInvalidInput } from '../errors.js';

const unitMs: ReadonlyMap<string, number> = new Map([
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

const age = /^([1-9]\d{0,5})([smhd])$/;

/**
 * Parses a `maxAge` to milliseconds: a number with s, m, h or d. Empty means 0, so that dependencies run each time.
 * Undefined for any other text.
 */
export const parseMaxAge = (text: string): number | undefined => {
  if (text === '') return 0;
  const [, count, unit = ''] = age.exec(text) ?? [];
  const ms = unitMs.get(unit);
  return ms === undefined ? undefined : Number(count) * ms;
};

/** The format of a `maxAge`, as the end of a sentence. */
export const maxAgeAdvice = 'must be a time such as 30s, 15m, 2h or 1d, or empty';

/** The error for an invalid `maxAge`. */
export const checkMaxAge = (maxAge: string | undefined, path: string): AppError | undefined =>
  maxAge === undefined || parseMaxAge(maxAge) !== undefined
    ? undefined
    : createInvalidInput(path, maxAgeAdvice, { expected: 'a time such as 15m', got: maxAge });
