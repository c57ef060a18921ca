import { waitUntilTrusted } from './trust.js';

/** How long to wait before requesting a part again, in milliseconds. */
const againMs = 1_000;

const delay = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/**
 * Loads a lazy part of the page, with retries. While Tandem is not reachable it is not requested: it is code, and
 * another program may use the port.
 */
export const loadPart = async <A>(load: () => Promise<A>): Promise<A> => {
  for (;;) {
    await waitUntilTrusted();
    try {
      return await load();
    } catch {
      await delay(againMs);
    }
  }
};
