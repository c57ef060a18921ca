/** Listeners that are called at each change of a state. */
export const createListeners = () => {
  const listeners = new Set<() => void>();
  return {
    notify: (): void => {
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return (): void => {
        listeners.delete(listener);
      };
    },
  };
};
