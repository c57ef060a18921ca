/** What calls listeners, and adds them. */
export interface Listeners<A extends readonly unknown[]> {
  readonly notify: (...what: A) => void;
  /** Calls `listener` at every change until the returned function is called; one that is added twice is called twice. */
  readonly subscribe: (listener: (...what: A) => void) => () => void;
}

/** Listeners of one kind of change, called in the order in which they were added. */
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
