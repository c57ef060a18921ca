/**
 * Matches invisible characters that change how text is displayed: control and format characters (including escape sequences, text
 * direction and tags), lone surrogates, and selectors that can hide text. Does not match tabs, line breaks, and the joiners that scripts
 * and emoji need.
 */
const invisible =
  /(?!\r\n)(?![\t\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\ufffe\uffff\u{e0000}-\u{e0fff}]/gu;

const escapeCharacter = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');

/**
 * Shows invisible characters as `\u…`, so that text can neither change how it is displayed nor look like another text. Every function that
 * displays text from outside calls this function or one of the functions below.
 */
export const toVisibleText = (text: string): string => text.replace(invisible, escapeCharacter);

/** Shows text on one line. */
export const toVisibleLine = (text: string): string =>
  toVisibleText(text).replaceAll('\r\n', '\\r\\n').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
