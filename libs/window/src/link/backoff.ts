/** How long to wait before the next try to connect, in milliseconds: doubling from 250, at most ten seconds. */
export const backoff = (failures: number): number =>
  Math.min(10_000, 250 * 2 ** Math.min(Math.max(failures - 1, 0), 10));
