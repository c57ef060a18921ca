/** Those who listen to something, and are told what has happened. */
export const createListeners = <What extends readonly unknown[]>() => {
  const listeners = new Set<(...what: What) => void>();
  return {
    tell: (...what: What): void => {
      for (const listener of listeners) listener(...what);
    },
    /** Calls `listener` until the returned function is called. */
    add: (listener: (...what: What) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
