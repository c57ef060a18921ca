/** What libraries take from the module `timers` of Node. */
export const setImmediate = (work: () => void): unknown => globalThis.setTimeout(work, 0);
