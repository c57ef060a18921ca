import { describe } from 'vitest';

import { E } from '../../fp.js';
import type { AppError, AppResult } from '../../errors.js';
import type { Store } from '../../ports/repositories.js';

/** A store that holds nothing yet, and how to give it back. */
export interface OpenedStore {
  readonly store: Store;
  readonly close: () => Promise<void>;
}

/** Opens an empty store for one test. */
export type OpenStore = () => Promise<OpenedStore>;

/** Runs one test against a store of its own, which is closed whatever happens. */
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

/** What a call gave. @throws Error when it was refused */
export const unwrapResult = async <A>(answer: AppResult<A>): Promise<A> => {
  const outcome = await answer();
  if (E.isRight(outcome)) return outcome.right;
  throw new Error(`refused: ${outcome.left.kind}`, { cause: outcome.left });
};

/** Why a call was refused. @throws Error when it was not */
export const refusal = async (answer: AppResult<unknown>): Promise<AppError> => {
  const outcome = await answer();
  if (E.isLeft(outcome)) return outcome.left;
  throw new Error('was not refused');
};

/** A suite over one port: `tests` gets what wraps each of its tests. */
export const suite = (
  title: string,
  open: OpenStore,
  tests: (on: ReturnType<typeof testWithStore>) => void,
): void => {
  describe(title, () => {
    tests(testWithStore(open));
  });
};
