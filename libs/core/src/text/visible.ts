/**
 * Characters that a reader does not see but that change the display: control and format characters (including escape
 * sequences, text direction and tags), lone surrogates, and selectors that can smuggle text. Tabs and line breaks
 * stay, and so do the joiners that scripts and emoji need.
 */
const invisible =
  /(?!\r\n)(?![\t\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\ufffe\uffff\u{e0000}-\u{e0fff}]/gu;

const escapeCharacter = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');

/**
 * Text with its invisible characters shown as `\u…`, so that it can neither affect its display nor look like another
 * text. Every place that shows text from outside calls this function, or one of those below.
 */
export const toVisibleText = (text: string): string => text.replace(invisible, escapeCharacter);

/** Text on one line. */
export const toVisibleLine = (text: string): string =>
  toVisibleText(text).replaceAll('\r\n', '\\r\\n').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
