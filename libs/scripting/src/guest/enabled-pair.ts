/** A header or a field of a form, as a saved request has it. */
export const toEnabledPair = ([name, value]: readonly [string, string]) => ({ name, value, enabled: true });
