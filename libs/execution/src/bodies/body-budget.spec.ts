import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { bodyCost, createBodyBudget } from './body-budget.js';

const neverAborted = new AbortController().signal;
const mebibyte = 1024 * 1024;
const limit = 48 * mebibyte * bodyCost;

/** The result of a promise; `waits` if it is still pending after all microtasks. */
const getSettledResult = async (promise: Promise<boolean>) => {
  const open = Symbol('open');
  await new Promise(setImmediate);
  const first = await Promise.race([promise, Promise.resolve(open)]);
  return first === open ? 'waits' : first;
};

describe('the budget for bodies in flight', { tags: ['send:in-flight'] }, () => {
  it('admits bodies up to the limit, and then the body that has waited longest', async () => {
    const budget = createBodyBudget(limit);
    const [first, second, third, fourth] = [budget.open(), budget.open(), budget.open(), budget.open()];
    expect(await getSettledResult(first.take(40 * mebibyte, neverAborted))).toBe(true);
    const takes = [second, third, fourth].map((share) => share.take(30 * mebibyte, neverAborted));
    // One body may exceed the limit: the one that has waited longest.
    expect(await Promise.all(takes.map(getSettledResult))).toEqual([true, 'waits', 'waits']);
    first.release();
    expect(await Promise.all(takes.map(getSettledResult))).toEqual([true, 'waits', 'waits']);
    second.release();
    expect(await Promise.all(takes.map(getSettledResult))).toEqual([true, true, true]);
  });

  it('reserves a part of the budget for small bodies', async () => {
    const budget = createBodyBudget(limit);
    const [long, blocked, short] = [budget.open(), budget.open(), budget.open()];
    await long.take(42 * mebibyte, neverAborted);
    const other = budget.open();
    expect(await getSettledResult(other.take(20 * mebibyte, neverAborted))).toBe(true);
    other.release();
    expect(await getSettledResult(short.take(mebibyte, neverAborted))).toBe(true);
    expect(await getSettledResult(short.take(mebibyte, neverAborted))).toBe(true);
    expect(await getSettledResult(blocked.take(mebibyte * 2, neverAborted))).toBe('waits');
  });

  it('admits a single body that is larger than the budget', async () => {
    expect(await createBodyBudget(1).open().take(mebibyte, neverAborted)).toBe(true);
  });

  it('removes a body that stops waiting from the queue', async () => {
    const budget = createBodyBudget(limit);
    const [first, ahead, third] = [budget.open(), budget.open(), budget.open()];
    await first.take(42 * mebibyte, neverAborted);
    await ahead.take(10 * mebibyte, neverAborted);
    const stopping = new AbortController();
    const take = third.take(10 * mebibyte, stopping.signal);
    expect(await getSettledResult(take)).toBe('waits');
    stopping.abort();
    expect(await getSettledResult(take)).toBe(false);
    expect(await getSettledResult(budget.open().take(1, stopping.signal))).toBe(false);
    first.release();
    ahead.release();
    expect(await getSettledResult(budget.open().take(42 * mebibyte, neverAborted))).toBe(true);
  });

  it('lets all bodies finish, whatever their size and the order in which they grow', async () => {
    const steps = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 12 }), fc.scheduler(), async (all, s) => {
        const budget = createBodyBudget(limit);
        let [held, most] = [0, 0];
        const ends = all.map(async (own) => {
          const share = budget.open();
          let mine = 0;
          for (const step of own) {
            await s.schedule(Promise.resolve());
            expect(await share.take(step * mebibyte, neverAborted)).toBe(true);
            mine += step;
            held += step;
            most = Math.max(most, held);
          }
          held -= mine;
          share.release();
        });
        await s.waitFor(Promise.all(ends));
        const longest = Math.max(...all.map((own) => own.reduce((sum, step) => sum + step, 0)));
        expect(most).toBeLessThanOrEqual(limit / bodyCost / mebibyte + longest);
      }),
      { numRuns: 200 },
    );
  });
});
