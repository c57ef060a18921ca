/** One argument of a command line. */
export interface Word {
  readonly text: string;
  /** Whether each character is one byte, as in a header. Otherwise the text is UTF-8. */
  readonly isLatin1?: boolean;
}

/** Matches text that a shell reads literally. A leading `=` is excluded because zsh would expand it. */
const literalText = /^[\w%+:,./@-][\w%+:,./@=-]*$/;

/** Characters that are invisible or control a terminal: control characters, bidirectional marks, separators. */
export const unprintable = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

const namedEscapes: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\\': '\\\\',
};

const escapeOctal = (byte: number): string => `\\${byte.toString(8).padStart(3, '0')}`;

const escapeOctals = (character: string): string =>
  Array.from(new TextEncoder().encode(character), escapeOctal).join('');

const isByte = (character: string): boolean => character >= '\u0080' && character <= '\u00ff';

/** Whether the word needs `$'…'` in bash and zsh. */
const needsEscapes = ({ text, isLatin1 = false }: Word): boolean =>
  unprintable.test(text) || (isLatin1 && /[\u0080-\u00ff]/.test(text));

/**
 * Escapes a character for `$'…'`. Octal escapes mean the same in every shell and locale, unlike `\x` and `\u`. An escaped quote does not
 * end the argument, and an escaped `!` starts no history expansion.
 */
const escapeCharacter = (character: string, isLatin1: boolean): string => {
  const name = Object.hasOwn(namedEscapes, character) ? namedEscapes[character] : undefined;
  if (name !== undefined) return name;
  if (isLatin1 && isByte(character)) return escapeOctal(character.charCodeAt(0));
  return unprintable.test(character) || character === "'" || character === '!'
    ? escapeOctals(character)
    : character;
};

/**
 * Quotes an argument for a shell. Control characters require `$'…'`, which bash, zsh and ksh understand but dash does not. No argument can
 * contain U+0000.
 */
export const quoteWord = (word: Word): string => {
  const { text, isLatin1 = false } = word;
  if (needsEscapes(word)) {
    return `$'${Array.from(text, (character) => escapeCharacter(character, isLatin1)).join('')}'`;
  }
  return literalText.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
};

/** The size of the argument in bytes. */
export const countWordBytes = ({ text, isLatin1 = false }: Word): number =>
  isLatin1 ? text.length : new TextEncoder().encode(text).length;
