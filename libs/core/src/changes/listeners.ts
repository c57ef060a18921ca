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
