import { waitUntilTrusted } from './trust.js';

/** How long to wait before a part is asked for again, in milliseconds. */
const againMs = 1_000;

const delay = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/**
 * Loads a part of the page that is not needed at first, again until it is there. While Tandem is away it is not asked for:
 * it is code, and another program may have the port.
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
