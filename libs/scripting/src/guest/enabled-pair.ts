/** A header or a field of a form, as a saved request has it. */
export const enabledPair = ([name, value]: readonly [string, string]) => ({ name, value, enabled: true });
