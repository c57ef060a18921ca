import { unprintable } from '../curl/shell-word.js';

/** How a language writes text. */
export interface Dialect {
  /** Characters that mean something in its double-quoted strings, besides quotes and backslashes. */
  readonly special?: RegExp;
  /** Writes a character by its code. */
  readonly unicode: (character: string) => string;
  /** Joins strings over several lines. */
  readonly join: string;
}

const toHex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');

const escapeUnits = (character: string): string =>
  character
    .split('')
    .map((unit) => `\\u${toHex(unit.charCodeAt(0), 4)}`)
    .join('');

const toUnicodeEscape = (character: string): string => {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\U${toHex(code, 8)}` : `\\u${toHex(code, 4)}`;
};

const escapeWithBraces = (character: string): string => `\\u{${toHex(character.codePointAt(0) ?? 0, 1)}}`;

/** Java reads `\uXXXX` before anything else, so a character that ends a line is written in octal. */
const escapeForJava = (character: string): string => {
  const code = character.charCodeAt(0);
  return code < 0x80 ? `\\${code.toString(8).padStart(3, '0')}` : escapeUnits(character);
};

/** The languages, each by how it writes text. */
export const dialects = {
  javascript: { unicode: escapeUnits, join: ' +' },
  python: { unicode: toUnicodeEscape, join: '' },
  go: { unicode: toUnicodeEscape, join: ' +' },
  java: { unicode: escapeForJava, join: ' +' },
  csharp: { unicode: escapeUnits, join: ' +' },
  php: { unicode: escapeWithBraces, special: /\$/, join: ' .' },
  ruby: { unicode: escapeWithBraces, special: /#/, join: ' +' },
} as const satisfies Readonly<Record<string, Dialect>>;

const namedEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const escapeCharacter = (character: string, { special, unicode }: Dialect): string => {
  if (character === '"' || character === '\\' || special?.test(character) === true) return `\\${character}`;
  if (Object.hasOwn(namedEscapes, character)) return namedEscapes[character] ?? '';
  return unprintable.test(character) ? unicode(character) : character;
};

/** A text as a string of the language, on one line, with no character that is invisible or that the language interprets. */
export const quoteLiteral = (text: string, dialect: Dialect): string =>
  `"${Array.from(text, (character) => escapeCharacter(character, dialect)).join('')}"`;

/** A text as strings of the language, one for each line of it. */
export const quoteLines = (text: string, dialect: Dialect, indent: string): string =>
  text
    .split(/(?<=\n)/)
    .map((line) => quoteLiteral(line, dialect))
    .join(`${dialect.join}\n${indent}`) || '""';
