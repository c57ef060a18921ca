import type { ExecutionResult } from '@tandem/core';
import { expect, it } from 'vitest';

import { findLastRun } from './last-run.js';
import type { Run } from '../../requests/sending/runs.js';

const storedRun = { id: 'exec_1', outcome: 'failed', startedAt: new Date(2_000).toISOString() } as const;
const createFinishedRun = (executionId: string, startedAt?: number): Run => ({
  kind: 'done',
  result: { executionId } as ExecutionResult,
  steps: [],
  at: 0,
  ...(startedAt === undefined ? {} : { startedAt }),
});

it('is the stored one after a reload', () => {
  expect(findLastRun(undefined, storedRun)).toEqual({ kind: 'stored', outcome: 'failed' });
  expect(findLastRun(undefined, undefined)).toBeUndefined();
});

it('is that of the page unless another one began later', () => {
  const [own, earlier, later] = [
    createFinishedRun('exec_1', 1_000),
    createFinishedRun('exec_0', 1_000),
    createFinishedRun('exec_2', 3_000),
  ];
  expect(findLastRun(own, storedRun)).toBe(own);
  expect(findLastRun(later, storedRun)).toBe(later);
  expect(findLastRun(earlier, storedRun)).toEqual({ kind: 'stored', outcome: 'failed' });
  const running: Run = { kind: 'running', step: undefined, steps: [], since: 0, began: 0 };
  expect(findLastRun(running, storedRun)).toBe(running);
});
