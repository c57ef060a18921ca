import type { Change } from '../activity/change.js';

/** Called once for each change, after its commit. */
export type ChangeListener = (change: Change) => void;

/** Lets interfaces listen for changes to what they show. */
export interface Changes {
  /** Calls `listener` after each committed change, until the returned function is called. */
  readonly subscribe: (listener: ChangeListener) => () => void;
}

export interface ChangeBus extends Changes {
  readonly emit: ChangeListener;
}

/** Notifies listeners in the order they were added. An exception from a listener is dropped, so it cannot fail the change. */
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
