/** Entries into an isolate that the host makes by itself, such as for a timer. */
export interface Visits {
  /** Goes in at once while a handler runs, else together with the next one. */
  readonly make: (visit: () => Promise<unknown>) => void;
  /** A handler begins. */
  readonly allow: () => void;
  /** A handler has answered: no further visit begins, and those that have begun are waited for. */
  readonly end: () => Promise<void>;
  /** Whether none is under way or held back. */
  readonly isQuiet: () => boolean;
}

/** Keeps the code of a script from running while none of its handlers does, when nobody counts what it uses up. */
export const createVisits = (): Visits => {
  const running = new Set<Promise<unknown>>();
  const held: (() => Promise<unknown>)[] = [];
  let isAllowed = false;
  const begin = (visit: () => Promise<unknown>): void => {
    const made = visit();
    running.add(made);
    void made.finally(() => running.delete(made));
  };
  return {
    make: (visit) => {
      if (isAllowed) begin(visit);
      else held.push(visit);
    },
    allow: () => {
      isAllowed = true;
      for (const visit of held.splice(0)) begin(visit);
    },
    end: async () => {
      isAllowed = false;
      await Promise.all(running);
    },
    isQuiet: () => running.size === 0 && held.length === 0,
  };
};
