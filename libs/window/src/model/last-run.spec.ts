import type { ExecutionResult } from '@tandem/core';
import { expect, it } from 'vitest';

import { lastOf } from './last-run.js';
import type { Run } from './runs.js';

const stored = { id: 'exec_1', outcome: 'failed', startedAt: new Date(2_000).toISOString() } as const;
const done = (executionId: string, startedAt?: number): Run => ({
  kind: 'done',
  result: { executionId } as ExecutionResult,
  steps: [],
  at: 0,
  ...(startedAt === undefined ? {} : { startedAt }),
});

it('is the stored one after a reload', () => {
  expect(lastOf(undefined, stored)).toEqual({ kind: 'stored', outcome: 'failed' });
  expect(lastOf(undefined, undefined)).toBeUndefined();
});

it('is that of the page unless another one began later', () => {
  const [own, earlier, later] = [done('exec_1', 1_000), done('exec_0', 1_000), done('exec_2', 3_000)];
  expect(lastOf(own, stored)).toBe(own);
  expect(lastOf(later, stored)).toBe(later);
  expect(lastOf(earlier, stored)).toEqual({ kind: 'stored', outcome: 'failed' });
  const running: Run = { kind: 'running', step: undefined, steps: [], since: 0, began: 0 };
  expect(lastOf(running, stored)).toBe(running);
});
