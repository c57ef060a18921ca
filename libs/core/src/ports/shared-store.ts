import type { Change } from '../activity/change.js';
import type { AppError } from '../errors.js';
import type { TE } from '../fp.js';

/** Sends changes to the other processes that use the store. */
export interface SharedChanges {
  /** Part of the transaction: other processes learn of the changes when it commits. */
  readonly add: (changes: readonly Change[]) => TE.TaskEither<AppError, void>;
}

/** What a store provides when several processes share it. */
export interface SharedStore {
  /**
   * Calls `listener` with each change that another process has committed, in the order of the commits, until the returned
   * function is called. Changes that were committed while the connection was lost follow once it is back.
   */
  readonly subscribe: (listener: (change: Change) => void) => () => void;
  /** Runs `work` while no other process runs work with the same key. The lock is released if its process ends. */
  readonly inTurn: <A>(key: string, work: TE.TaskEither<AppError, A>) => TE.TaskEither<AppError, A>;
}
