import { describe, expect, it } from 'vitest';

import { numberProblem, countPlannedExecutions, planOf, type RunForm } from './run-form.js';

const empty: RunForm = {
  environments: new Set(),
  ...{ iterations: '', parallel: '', retries: '', retryDelay: '', bail: '' },
};

describe('the form of a run', { tags: 'runs:dialog' }, () => {
  it.each([
    ['iterations', '', undefined],
    ['iterations', ' 3 ', undefined],
    ['iterations', '0', 'A whole number from 1 to 100,000'],
    ['iterations', '1.5', 'A whole number from 1 to 100,000'],
    ['parallel', '65', 'A whole number from 1 to 64'],
    ['retries', '0', undefined],
    ['retries', 'many', 'A whole number from 0 to 10'],
    ['retryDelay', '0', undefined],
    ['retryDelay', '600001', 'A whole number from 0 to 600,000'],
    ['bail', '-1', 'A whole number from 1 to 100,000'],
  ] as const)('says whether %s can be %j', (which, text, problem) => {
    expect(numberProblem(which, text)).toBe(problem);
  });

  it('says nothing that was left empty', () => {
    expect(planOf(empty, [], undefined)).toEqual({});
  });

  it('runs without an environment if none of those there are is chosen', () => {
    expect(planOf(empty, ['a', 'b'], undefined)).toEqual({ environments: [null] });
  });

  it('names environments in their order, and lets rows take the place of iterations', () => {
    const form = { environments: new Set(['b', 'a', 'gone']), ...{ iterations: '9', parallel: '2' } };
    const rows = [{ id: 1 }, { id: 2 }];
    expect(planOf({ ...form, retries: '1', retryDelay: '50', bail: '3' }, ['a', 'b'], rows)).toEqual({
      ...{ environments: ['a', 'b'], rows, parallel: 2, retry: 1, retryDelayMs: 50, bail: 3 },
    });
    expect(planOf({ ...form, retries: '', retryDelay: '', bail: '' }, [], undefined)).toEqual({
      iterations: 9,
      parallel: 2,
    });
  });

  it('counts the executions', () => {
    const two = { ...empty, environments: new Set(['a', 'b']) };
    expect(countPlannedExecutions(3, empty, undefined)).toBe(3);
    expect(countPlannedExecutions(3, { ...two, iterations: '4' }, undefined)).toBe(24);
    expect(countPlannedExecutions(3, { ...two, iterations: '4' }, [{ a: 1 }])).toBe(6);
  });
});
