import type { Head } from './head.js';

/** Responds to a request. A simulated status replaces `status`; a simulated delay passes first if `text` is a function. */
export type Say = (
  status: number,
  text: string | (() => string),
  headers?: readonly string[],
) => Promise<void>;

/** The state that the steps of one exchange share. */
export interface EchoState {
  head: Head;
  say: Say;
}
