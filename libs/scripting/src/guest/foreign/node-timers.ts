/** The part of Node's module `timers` that libraries use. */
export const setImmediate = (work: () => void): unknown => globalThis.setTimeout(work, 0);
