/** What libraries use of Node's module `timers`. */
export const setImmediate = (work: () => void): unknown => globalThis.setTimeout(work, 0);
