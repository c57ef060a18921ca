import type { PendingWork } from '../pending.js';
import type { ShimParts } from '../shim.js';
import type { Results } from './assertions.js';

/** The context of the running script's tests. */
interface TestContext {
  readonly script: () => string;
  readonly pending: () => PendingWork;
}

/** `test`, which runs a test immediately. The results are in the order in which tests end. */
export const createTest = (
  { addTest, refuseTooMany, realNow }: ShimParts,
  { script, pending }: TestContext,
  results: Results,
) => {
  let waiting = 0;
  return async (name: unknown, work: unknown): Promise<void> => {
    refuseTooMany(waiting);
    const description = String(name);
    const of = script();
    const began = realNow();
    const ended = pending().begin();
    waiting += 1;
    try {
      await (work as () => unknown)();
      results.add({ description, status: 'pass' });
      addTest(description, 'passed', realNow() - began, of);
    } catch (error) {
      const told = error ?? new Error('An unexpected error occurred.');
      results.add({ description, status: 'fail', error: (told as { readonly message?: unknown }).message });
      addTest(description, 'failed', realNow() - began, of, told);
    } finally {
      waiting -= 1;
      ended();
    }
  };
};
