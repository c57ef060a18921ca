import type { Head } from './head.js';

/** Answers a request: a simulated status takes the place of `status`, a simulated delay comes first when `text` is a function. */
export type Say = (
  status: number,
  text: string | (() => string),
  headers?: readonly string[],
) => Promise<void>;

/** What the steps of one exchange hand on. */
export interface EchoState {
  head: Head;
  say: Say;
}
