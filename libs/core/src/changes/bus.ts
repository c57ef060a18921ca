import type { Change } from '../domain/change.js';

export type ChangeListener = (change: Change) => void;

/** Where those who show something hear that it has changed. */
export interface Changes {
  /** Calls `listener` after each committed change, until the returned function is called. */
  readonly subscribe: (listener: ChangeListener) => () => void;
}

export interface ChangeBus extends Changes {
  readonly emit: ChangeListener;
}

/** Tells listeners in the order of their coming; what one throws is dropped, for a change must not fail for it. */
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
