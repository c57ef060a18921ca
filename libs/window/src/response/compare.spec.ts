import type { ExecutionId, ExecutionSummary } from '@tandem/core';
import { expect, it } from 'vitest';

import { filterExecutions, findBaselines } from './compare.js';

const createExecution = (id: string, change: Partial<ExecutionSummary> = {}) =>
  ({ id, status: 200, error: null, testsPassed: 0, testsFailed: 0, ...change }) as ExecutionSummary;

const history = [
  createExecution('e', { status: 500 }),
  createExecution('d', { testsFailed: 1 }),
  createExecution('c', { status: 404 }),
  createExecution('b'),
  createExecution('a', { status: 404, testsPassed: 1 }),
];
const findBaselineIds = (id: string) => {
  const { previous, green } = findBaselines(history, id as ExecutionId);
  return [previous?.id, green?.id];
};

it('an execution is compared with the previous execution or the last execution that passed', () => {
  expect(findBaselineIds('e')).toEqual(['d', 'b']);
  expect(findBaselineIds('b')).toEqual(['a', 'a']);
  expect(findBaselineIds('a')).toEqual([undefined, undefined]);
  expect(findBaselineIds('unknown')).toEqual([undefined, undefined]);
});

it('executions to compare with are found by status, outcome and sender', () => {
  const startedAt = '2026-01-02T03:04:05Z';
  const executions = [
    createExecution('a', { startedAt, testsPassed: 1 }),
    createExecution('b', { startedAt, status: 404 }),
  ];
  const find = (typed: string) =>
    filterExecutions(executions, typed, new Date(startedAt)).map(([{ id }]) => id);
  expect(find('')).toEqual(['a', 'b']);
  expect(find('PASSED 200')).toEqual(['a']);
  expect(find('404')).toEqual(['b']);
  expect(find('nothing')).toEqual([]);
});
