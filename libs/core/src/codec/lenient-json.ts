import { parseJson } from './exact-json.js';

const lineBreak = /[\r\n]/g;

/** The end of the comment that begins at `from`; undefined if there is none or it is unterminated. */
export const findJsonCommentEnd = (text: string, from: number): number | undefined => {
  if (text.startsWith('//', from)) {
    lineBreak.lastIndex = from;
    return lineBreak.exec(text)?.index ?? text.length;
  }
  if (!text.startsWith('/*', from)) return undefined;
  const end = text.indexOf('*/', from + 2);
  return end < 0 ? undefined : end + 2;
};

// An unterminated string matches up to the end of the text, so that its contents are not scanned again.
const stringOrMark = /"[^"\\]*(?:\\[\s\S][^"\\]*)*(?:"|\\?$)|\/[/*]|,/g;
const blanks = /[ \t\r\n]*/y;

/**
 * Replaces the comments in the text. String literals and everything else stay.
 * @param inPlace returns the replacement for a comment of that length
 */
export const removeJsonComments = (text: string, inPlace = (_length: number) => ''): string => {
  let kept = '';
  let done = 0;
  stringOrMark.lastIndex = 0;
  for (let found = stringOrMark.exec(text); found !== null; found = stringOrMark.exec(text)) {
    if (found[0] !== '//' && found[0] !== '/*') continue;
    const end = findJsonCommentEnd(text, found.index);
    // Leave an unterminated comment in place: the parser reports where it is.
    if (end === undefined) break;
    kept += text.slice(done, found.index) + inPlace(end - found.index);
    done = end;
    stringOrMark.lastIndex = end;
  }
  return kept + text.slice(done);
};

/** Replaces the trailing comma of each object and list with a blank. */
const removeTrailingCommas = (text: string): string =>
  text.replace(stringOrMark, (found, at: number) => {
    if (found !== ',') return found;
    blanks.lastIndex = at + 1;
    blanks.test(text);
    const next = text[blanks.lastIndex];
    return next === '}' || next === ']' ? ' ' : found;
  });

/** Strict JSON from text that people write: blanks replace comments and trailing commas, so every other character keeps its position. */
export const toStrictJson = (text: string): string =>
  removeTrailingCommas(removeJsonComments(text, (length) => ' '.repeat(length)));

/**
 * Parses JSON with comments and trailing commas, and keeps the digits of its numbers.
 * @throws SyntaxError if the text is invalid JSON even without its comments and trailing commas
 */
export const parseLenientJson = (text: string): unknown => parseJson(toStrictJson(text));
