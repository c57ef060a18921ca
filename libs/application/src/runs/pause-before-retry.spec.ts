import type { ExecutionResult } from '@tandem/core';
import { expect, it } from 'vitest';

import { pauseBeforeRetry } from './pause-before-retry.js';

const now = new Date('2026-01-01T00:00:00Z');
const createResult = (value?: string) =>
  ({
    response: { headers: value === undefined ? {} : { 'retry-after': value } },
  }) as ExecutionResult;

it.each([
  ['2', 2_000],
  [' 0 ', 0],
  ['Thu, 01 Jan 2026 00:00:05 GMT', 5_000],
  ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
  ['999999999', 300_000],
  ['soon', 250],
  ['-1', 250],
  ['', 250],
  [undefined, 250],
])(
  'Retry-After: %s causes a pause of %i ms before the next attempt',
  { tags: 'run:retry:pause' },
  (value, pause) => {
    expect(pauseBeforeRetry(createResult(value), {}, 1, now)).toBe(pause);
  },
);

it("without a Retry-After, the plan's pause doubles with each attempt", { tags: 'run:retry:pause' }, () => {
  const pauses = [1, 2, 3, 10].map((attempts) =>
    pauseBeforeRetry(createResult(), { retryDelayMs: 1_000 }, attempts, now),
  );
  expect(pauses).toEqual([1_000, 2_000, 4_000, 300_000]);
  expect(pauseBeforeRetry({ response: null }, { retryDelayMs: 0 }, 3, now)).toBe(0);
});
