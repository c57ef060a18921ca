import type { SearchQuery } from '@codemirror/search';
import type { EditorState } from '@codemirror/state';

import { yieldToPage } from '../../yield-to-page.js';

/** The position of a match in the text, as offsets. */
export interface Match {
  readonly from: number;
  readonly to: number;
}

/** How many characters are searched at a time. */
const chunkLength = 50_000;

/** Maximum length of a match that is found across the border of two chunks, in characters. */
const maxAcross = 1_000;

/** How long a search may run before the page handles pending work, in milliseconds. */
const sliceMs = 8;

const asciiPattern = /^[\0-\x7f]*$/;

/**
 * Says whether a query is a plain text without special characters. In ASCII text, searching for one is much faster than CodeMirror's
 * search.
 */
const isPlain = ({ search, regexp, wholeWord, test }: SearchQuery): boolean =>
  !regexp && !wholeWord && test === undefined && !search.includes('\\') && asciiPattern.test(search);

const findPlain = (text: string, { search, caseSensitive }: SearchQuery, offset: number): Match[] => {
  const [within, wanted] = caseSensitive ? [text, search] : [text.toLowerCase(), search.toLowerCase()];
  const found: Match[] = [];
  for (let at = within.indexOf(wanted); at >= 0; at = within.indexOf(wanted, at + wanted.length))
    found.push({ from: offset + at, to: offset + at + wanted.length });
  return found;
};

/** Finds the matches that begin between two offsets. */
const findInChunk = (state: EditorState, query: SearchQuery, from: number, to: number): readonly Match[] => {
  const end = Math.min(state.doc.length, to + maxAcross);
  const text = isPlain(query) ? state.sliceDoc(from, end) : undefined;
  if (text !== undefined && asciiPattern.test(text))
    return findPlain(text, query, from).filter((one) => one.from < to);
  const found: Match[] = [];
  const cursor = query.getCursor(state, from, end);
  for (let next = cursor.next(); next.done !== true && next.value.from < to; next = cursor.next())
    found.push({ from: next.value.from, to: next.value.to });
  return found;
};

/**
 * Finds the matches of a query from the beginning of a text, at most `max` plus one. A long text is searched in steps, so that the page
 * is not blocked.
 * @param isWanted returns false when the matches are no longer needed; the result is then undefined
 */
export const collectMatches = async (
  state: EditorState,
  query: SearchQuery,
  max: number,
  isWanted: () => boolean,
): Promise<readonly Match[] | undefined> => {
  const found: Match[] = [];
  let sliceEnd = performance.now() + sliceMs;
  let from = 0;
  while (query.valid && from < state.doc.length && found.length <= max) {
    const to = from + chunkLength;
    const part = findInChunk(state, query, from, to);
    for (const match of part) found.push(match);
    // Continue after a match that extends into the next chunk, because matches do not overlap.
    from = Math.max(to, part.at(-1)?.to ?? 0);
    if (performance.now() < sliceEnd) continue;
    await yieldToPage();
    if (!isWanted()) return undefined;
    sliceEnd = performance.now() + sliceMs;
  }
  return found.slice(0, max + 1);
};

/**
 * Finds the match after the selection (1) or before it (-1). Continues from the other end of the text after the
 * last match.
 */
export const findStep = (matches: readonly Match[], { from, to }: Match, by: 1 | -1): Match | undefined =>
  by > 0
    ? (matches.find((one) => one.from >= to && one.to > from) ?? matches[0])
    : (matches.findLast((one) => one.to <= from) ?? matches.at(-1));
