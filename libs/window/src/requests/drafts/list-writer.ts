import { stringifyJson } from '@tandem/core/codec';

/** A list that changes with every key, kept by the browser as JSON. */
export interface ListWriter {
  readonly write: (list: readonly unknown[]) => void;
}

/** How many characters are written at every key: a browser takes tens of milliseconds to store a megabyte. */
const maxImmediateLength = 100_000;

/** About how many characters the JSON of a value has, without making it. */
const lengthOf = (value: unknown): number => {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, one) => sum + lengthOf(one), 0);
};

/** Writes a short list at once, and a long one when the page is left; until then nothing is there, rather than an older list. */
export const createListWriter = (
  storage: { readonly write: (text: string) => void },
  onLeave: (work: () => void) => void,
): ListWriter => {
  let waiting: readonly unknown[] | undefined;
  const put = (list: readonly unknown[]): void => {
    try {
      storage.write(stringifyJson(list));
    } catch {
      // Too long for the browser; the application keeps it all the same.
    }
  };
  onLeave(() => {
    if (waiting) put(waiting);
  });
  return {
    write: (list) => {
      const wasWaiting = waiting !== undefined;
      waiting = lengthOf(list) > maxImmediateLength ? list : undefined;
      if (waiting === undefined) put(list);
      else if (!wasWaiting) put([]);
    },
  };
};
