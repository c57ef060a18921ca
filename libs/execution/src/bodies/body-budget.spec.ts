import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { bodyCost, createBodyBudget } from './body-budget.js';

const never = new AbortController().signal;
const mebibyte = 1024 * 1024;
const limit = 48 * mebibyte * bodyCost;

/** The result of a promise, or `waits` if it is still pending after all microtasks. */
const getSettledResult = async (promise: Promise<boolean>) => {
  const open = Symbol('open');
  await new Promise(setImmediate);
  const first = await Promise.race([promise, Promise.resolve(open)]);
  return first === open ? 'waits' : first;
};

describe('the budget for bodies in flight', { tags: ['send:in-flight'] }, () => {
  it('admits bodies within the limit, then the oldest waiting one first', async () => {
    const budget = createBodyBudget(limit);
    const [first, second, third, fourth] = [budget.open(), budget.open(), budget.open(), budget.open()];
    expect(await getSettledResult(first.take(40 * mebibyte, never))).toBe(true);
    const takes = [second, third, fourth].map((share) => share.take(30 * mebibyte, never));
    // One waiting body may exceed the limit.
    expect(await Promise.all(takes.map(getSettledResult))).toEqual([true, 'waits', 'waits']);
    first.release();
    expect(await Promise.all(takes.map(getSettledResult))).toEqual([true, 'waits', 'waits']);
    second.release();
    expect(await Promise.all(takes.map(getSettledResult))).toEqual([true, true, true]);
  });

  it('reserves a part for small bodies', async () => {
    const budget = createBodyBudget(limit);
    const [long, blocked, short] = [budget.open(), budget.open(), budget.open()];
    await long.take(42 * mebibyte, never);
    const other = budget.open();
    expect(await getSettledResult(other.take(20 * mebibyte, never))).toBe(true);
    other.release();
    expect(await getSettledResult(short.take(mebibyte, never))).toBe(true);
    expect(await getSettledResult(short.take(mebibyte, never))).toBe(true);
    expect(await getSettledResult(blocked.take(mebibyte * 2, never))).toBe('waits');
  });

  it('admits a single body that is larger than the budget', async () => {
    expect(await createBodyBudget(1).open().take(mebibyte, never)).toBe(true);
  });

  it('forgets a body that stops waiting', async () => {
    const budget = createBodyBudget(limit);
    const [first, ahead, third] = [budget.open(), budget.open(), budget.open()];
    await first.take(42 * mebibyte, never);
    await ahead.take(10 * mebibyte, never);
    const stopping = new AbortController();
    const take = third.take(10 * mebibyte, stopping.signal);
    expect(await getSettledResult(take)).toBe('waits');
    stopping.abort();
    expect(await getSettledResult(take)).toBe(false);
    first.release();
    ahead.release();
    expect(await getSettledResult(budget.open().take(42 * mebibyte, never))).toBe(true);
  });

  it('lets all bodies finish, regardless of the size and order of their steps', async () => {
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
            expect(await share.take(step * mebibyte, never)).toBe(true);
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
