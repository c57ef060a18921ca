import type { Head } from './head.js';

/**
 * Responds to a request. A simulated status replaces `status`. If `text` is a function, it is called after the simulated
 * delay.
 */
export type Respond = (
  status: number,
  text: string | (() => string),
  headers?: readonly string[],
) => Promise<void>;

/** The state that the steps of one exchange share. */
export interface EchoState {
  head: Head;
  say: Respond;
}
