/** The host's own entries into an isolate, for example for a timer. */
export interface Visits {
  /** Runs immediately while a handler is running, otherwise with the next handler. */
  readonly make: (visit: () => Promise<unknown>) => void;
  /** Called when a handler begins. */
  readonly allow: () => void;
  /** Called after a handler has answered. Starts no more visits and waits for running ones. */
  readonly end: () => Promise<void>;
  /** Whether no visit is running or waiting. */
  readonly isQuiet: () => boolean;
}

/** Prevents a script's code from running between handlers, when nothing limits it. */
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
