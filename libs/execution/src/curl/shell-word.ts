/** One argument of a command. */
export interface Word {
  readonly text: string;
  /** Whether characters up to U+00FF stand for one byte each, as in a header; else the text is UTF-8. */
  readonly isLatin1?: boolean;
}

/** Text that a shell takes as it is; `=` at the start would be expanded by zsh. */
const bare = /^[\w%+:,./@-][\w%+:,./@=-]*$/;

/** Characters that a terminal acts on, or that are not seen: controls, bidirectional marks, separators. */
const unprintable = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\' };

const octal = (byte: number): string => `\\${byte.toString(8).padStart(3, '0')}`;

const octals = (character: string): string => Array.from(new TextEncoder().encode(character), octal).join('');

const isByte = (character: string): boolean => character >= '\u0080' && character <= '\u00ff';

/** Whether the word needs the escapes of bash and zsh. */
const needsEscapes = ({ text, isLatin1 = false }: Word): boolean =>
  unprintable.test(text) || (isLatin1 && /[\u0080-\u00ff]/.test(text));

/**
 * A character between `$'` and `'`. Octal escapes mean the same in every shell and locale, unlike `\x` and `\u`;
 * a quote or `!` that is escaped can neither end the word nor start a history expansion.
 */
const escaped = (character: string, isLatin1: boolean): string => {
  const name = Object.hasOwn(named, character) ? named[character] : undefined;
  if (name !== undefined) return name;
  if (isLatin1 && isByte(character)) return octal(character.charCodeAt(0));
  return unprintable.test(character) || character === "'" || character === '!'
    ? octals(character)
    : character;
};

/**
 * The word as a shell reads it back. A word with control characters is written in `$'…'`, which bash, zsh and ksh know
 * and dash does not. A word cannot hold U+0000.
 */
export const shellWord = (word: Word): string => {
  const { text, isLatin1 = false } = word;
  if (needsEscapes(word)) {
    return `$'${Array.from(text, (character) => escaped(character, isLatin1)).join('')}'`;
  }
  return bare.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
};

/** The bytes that the word has as an argument. */
export const wordBytes = ({ text, isLatin1 = false }: Word): number =>
  isLatin1 ? text.length : new TextEncoder().encode(text).length;
