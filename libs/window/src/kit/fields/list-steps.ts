const steps = new Map<string, (at: number, last: number) => number>([
  ['ArrowDown', (at, last) => Math.min(at + 1, last)],
  ['ArrowUp', (at) => Math.max(at - 1, 0)],
  ['PageDown', (at, last) => Math.min(at + 10, last)],
  ['PageUp', (at) => Math.max(at - 10, 0)],
  ['Home', () => 0],
  ['End', (_, last) => last],
]);

/** The place in a list that a key goes to from a place, or undefined for any other key. */
export const listStep = (key: string, at: number, last: number): number | undefined =>
  steps.get(key)?.(at, last);
