import { describe } from 'vitest';

import { E } from '../../fp.js';
import type { AppError, AppResult } from '../../errors.js';
import type { Store } from '../../ports/repositories.js';

/** An empty store, and how to close it. */
export interface OpenedStore {
  readonly store: Store;
  readonly close: () => Promise<void>;
}

/** Opens an empty store for one test. */
export type OpenStore = () => Promise<OpenedStore>;

/** Runs a test with a store of its own, which is closed afterwards in any case. */
export const testWithStore =
  (open: OpenStore) =>
  (test: (store: Store) => Promise<void>): (() => Promise<void>) =>
  async () => {
    const { store, close } = await open();
    try {
      await test(store);
    } finally {
      await close();
    }
  };

/**
 * The result of a call.
 * @throws Error if it was refused
 */
export const unwrapResult = async <A>(answer: AppResult<A>): Promise<A> => {
  const outcome = await answer();
  if (E.isRight(outcome)) return outcome.right;
  throw new Error(`refused: ${outcome.left.kind}`, { cause: outcome.left });
};

/**
 * Why a call was refused.
 * @throws Error if the call succeeded
 */
export const unwrapRefusal = async (answer: AppResult<unknown>): Promise<AppError> => {
  const outcome = await answer();
  if (E.isLeft(outcome)) return outcome.left;
  throw new Error('was not refused');
};

/** Describes the suite of one port. `tests` gets a wrapper that opens a store for each test. */
export const describeSuite = (
  title: string,
  open: OpenStore,
  tests: (on: ReturnType<typeof testWithStore>) => void,
): void => {
  describe(title, () => {
    tests(testWithStore(open));
  });
};
