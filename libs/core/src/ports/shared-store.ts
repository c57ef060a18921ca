import type { Change } from '../activity/change.js';
import type { AppError } from '../errors.js';
import type { TE } from '../fp.js';

/** Sends changes to the other processes that use the store. */
export interface SharedChanges {
  /** Part of the transaction: other processes are notified when it commits. */
  readonly add: (changes: readonly Change[]) => TE.TaskEither<AppError, void>;
}

/** What a store provides if several processes share it. */
export interface SharedStore {
  /**
   * Calls `listener` with each change that another process committed, in commit order, until the returned function is
   * called. Changes committed while the connection was lost follow after it reconnects.
   */
  readonly subscribe: (listener: (change: Change) => void) => () => void;
  /** Runs `work` while no other process runs work with the same key. The lock is released if its process ends. */
  readonly inTurn: <A>(key: string, work: TE.TaskEither<AppError, A>) => TE.TaskEither<AppError, A>;
}
