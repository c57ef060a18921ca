import type { ExecutionId, ExecutionSummary } from '@tandem/core';
import { expect, it } from 'vitest';

import { baselinesOf } from './baselines.js';

const one = (id: string, change: Partial<ExecutionSummary> = {}) =>
  ({ id, status: 200, error: null, testsPassed: 0, testsFailed: 0, ...change }) as ExecutionSummary;

const history = [
  one('e', { status: 500 }),
  one('d', { testsFailed: 1 }),
  one('c', { status: 404 }),
  one('b'),
  one('a', { status: 404, testsPassed: 1 }),
];
const found = (id: string) => {
  const { previous, green } = baselinesOf(history, id as ExecutionId);
  return [previous?.id, green?.id];
};

it('finds the previous execution and the last green one', () => {
  expect(found('e')).toEqual(['d', 'b']);
  expect(found('b')).toEqual(['a', 'a']);
  expect(found('a')).toEqual([undefined, undefined]);
  expect(found('unknown')).toEqual([undefined, undefined]);
});
