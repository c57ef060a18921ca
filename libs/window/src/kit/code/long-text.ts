import { Text } from '@codemirror/state';

import { yieldToPage } from '../../yield-to-page.js';

/** Number of characters that are split into lines at a time, which takes a few milliseconds. */
const chunkLength = 500_000;

/** Minimum length of text that is converted in steps, in characters. */
export const minLongLength = 1_000_000;

/**
 * Converts long text to an editor's document without blocking the page. Returns undefined if the text is no
 * longer needed.
 */
export const createLongText = async (value: string, isWanted: () => boolean): Promise<Text | undefined> => {
  let document = Text.empty;
  let at = 0;
  while (at < value.length) {
    await yieldToPage();
    if (!isWanted()) return undefined;
    const from = at;
    at += chunkLength;
    // A line end of two characters must not become two line ends.
    if (value.startsWith('\r\n', at - 1)) at += 1;
    document = document.append(Text.of(value.slice(from, at).split(/\r\n?|\n/)));
  }
  return document;
};
