import type { AppError } from '../errors.js';
import type { TE } from '../fp.js';
import type { Change } from '../activity/activity.js';

/** Called once for each change, after its commit. */
export type ChangeListener = (change: Change) => void;

/** Lets a client listen for changes to the data that it shows. */
export interface Changes {
  /** Calls `listener` after each committed change, until the returned function is called. */
  readonly subscribe: (listener: ChangeListener) => () => void;
}

interface ChangeBus extends Changes {
  readonly emit: ChangeListener;
}

/** Notifies listeners in the order they were added. A listener's exception is dropped, so it cannot make the change fail. */
export const createChangeBus = (): ChangeBus => {
  const listeners = new Map<symbol, ChangeListener>();
  const tell = (listener: ChangeListener, change: Change): void => {
    try {
      listener(change);
    } catch {
      return;
    }
  };
  return {
    subscribe: (listener) => {
      const key = Symbol('listener');
      listeners.set(key, listener);
      return () => {
        listeners.delete(key);
      };
    },
    emit: (change) => {
      for (const listener of [...listeners.values()]) tell(listener, change);
    },
  };
};

/** Adds and calls listeners. */
export interface Listeners<A extends readonly unknown[]> {
  readonly notify: (...what: A) => void;
  /**
   * Calls `listener` on every change until the returned function is called. A listener added twice is called twice.
   */
  readonly subscribe: (listener: (...what: A) => void) => () => void;
}

/** Listeners for one kind of change, called in the order they were added. */
export const createListeners = <A extends readonly unknown[] = []>(): Listeners<A> => {
  const entries = new Set<{ readonly listener: (...what: A) => void }>();
  return {
    notify: (...what) => {
      for (const { listener } of entries) listener(...what);
    },
    subscribe: (listener) => {
      const entry = { listener };
      entries.add(entry);
      return () => {
        entries.delete(entry);
      };
    },
  };
};

/** Sends changes to the other processes that use the store. */
export interface SharedChanges {
  /** Part of the transaction: other processes are notified when it commits. */
  readonly add: (changes: readonly Change[]) => TE.TaskEither<AppError, void>;
}

/** How several processes that use the same store exchange changes and wait for each other. */
export interface SharedStore {
  /**
   * Calls `listener` with each change that another process committed, in commit order, until the returned function is called. After a
   * lost connection is restored, the changes made meanwhile follow.
   */
  readonly subscribe: (listener: (change: Change) => void) => () => void;
  /** Runs `work` while no other process runs work with the same key. The lock is released if the process that holds it ends. */
  readonly inTurn: <A>(key: string, work: TE.TaskEither<AppError, A>) => TE.TaskEither<AppError, A>;
}
