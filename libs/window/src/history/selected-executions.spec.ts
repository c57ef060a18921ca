import type { ExecutionId, ExecutionSummary } from '@tandem/core';
import { describe, expect, it } from 'vitest';

import { changeSelection, findSelectedExecutions } from './selected-executions.js';

const [a, b, c] = ['a', 'b', 'c'] as unknown as readonly [ExecutionId, ExecutionId, ExecutionId];

describe('the selection in the history', () => {
  it('is one execution after a click', () => {
    expect(changeSelection([a, b], c, 'only')).toEqual([c]);
  });

  it.each([
    [[], a, [a]],
    [[a], b, [a, b]],
    [[a, b], c, [a, c]],
    [[a, b], a, [a]],
  ] as const)('%j with Shift and %s becomes %j', (selected, id, expected) => {
    expect(changeSelection(selected, id, 'extend')).toEqual(expected);
  });

  it.each([
    [[], a, [a]],
    [[a], a, [a]],
    [[a], b, [a, b]],
    [[a, b], a, [b]],
    [[a, b], c, [b, c]],
  ] as const)('%j with Ctrl and %s becomes %j', (selected, id, expected) => {
    expect(changeSelection(selected, id, 'toggle')).toEqual(expected);
  });

  it('is the first execution if no selected execution is listed', () => {
    const listed = [a, b].map((id) => ({ id }) as ExecutionSummary);
    expect(findSelectedExecutions(listed, [b, a]).map(({ id }) => id)).toEqual([b, a]);
    expect(findSelectedExecutions(listed, [c]).map(({ id }) => id)).toEqual([a]);
    expect(findSelectedExecutions([], [a])).toEqual([]);
  });
});
