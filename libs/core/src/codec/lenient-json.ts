import { parseJson } from './exact-json.js';

const lineBreak = /[\r\n]/g;

/** The end of the comment that begins at `from`; undefined if none begins there or it has no end. */
export const jsonCommentEnd = (text: string, from: number): number | undefined => {
  if (text.startsWith('//', from)) {
    lineBreak.lastIndex = from;
    return lineBreak.exec(text)?.index ?? text.length;
  }
  if (!text.startsWith('/*', from)) return undefined;
  const end = text.indexOf('*/', from + 2);
  return end < 0 ? undefined : end + 2;
};

// A string without its closing quote is matched to the end, so that nothing in it is looked at again.
const mark = /"[^"\\]*(?:\\[\s\S][^"\\]*)*(?:"|\\?$)|\/[/*]|,/g;
const blanks = /[ \t\r\n]*/y;

/**
 * The text without its comments; string literals and everything else stay.
 * @param inPlace what stands in the place of a comment, by its length
 */
export const removeJsonComments = (text: string, inPlace = (_length: number) => ''): string => {
  let kept = '';
  let done = 0;
  mark.lastIndex = 0;
  for (let found = mark.exec(text); found !== null; found = mark.exec(text)) {
    if (found[0] !== '//' && found[0] !== '/*') continue;
    const end = jsonCommentEnd(text, found.index);
    // A comment without an end is an error of the text, and the parser says where.
    if (end === undefined) break;
    kept += text.slice(done, found.index) + inPlace(end - found.index);
    done = end;
    mark.lastIndex = end;
  }
  return kept + text.slice(done);
};

/** The text with a blank for the last comma of an object or a list. */
const removeTrailingCommas = (text: string): string =>
  text.replace(mark, (found, at: number) => {
    if (found !== ',') return found;
    blanks.lastIndex = at + 1;
    blanks.test(text);
    const next = text[blanks.lastIndex];
    return next === '}' || next === ']' ? ' ' : found;
  });

/** JSON of a text that people write: blanks stand for its comments and trailing commas, so every other character keeps its place. */
export const strictJson = (text: string): string =>
  removeTrailingCommas(removeJsonComments(text, (length) => ' '.repeat(length)));

/**
 * Parses JSON with comments and trailing commas, and keeps the digits of its numbers.
 * @throws SyntaxError if it is no JSON without them
 */
export const parseLenientJson = (text: string): unknown => parseJson(strictJson(text));
