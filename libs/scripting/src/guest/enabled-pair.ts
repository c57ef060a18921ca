/** A header or form field of a saved request. */
export const toEnabledPair = ([name, value]: readonly [string, string]) => ({ name, value, enabled: true });
