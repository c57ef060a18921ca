import { unprintable } from '../curl/shell-word.js';

/** How a language writes string literals. */
export interface Dialect {
  /** Special characters in its double-quoted strings, besides quotes and backslashes. */
  readonly special?: RegExp;
  /** Escapes a character by its code. */
  readonly unicode: (character: string) => string;
  /** Joins strings across lines. */
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

/** Java expands `\uXXXX` before anything else, so line terminators are written in octal. */
const escapeForJava = (character: string): string => {
  const code = character.charCodeAt(0);
  return code < 0x80 ? `\\${code.toString(8).padStart(3, '0')}` : escapeUnits(character);
};

/** How each language writes string literals. */
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

/** Text as a one-line string literal, with no character that is invisible or that the language interprets. */
export const quoteLiteral = (text: string, dialect: Dialect): string =>
  `"${Array.from(text, (character) => escapeCharacter(character, dialect)).join('')}"`;

/** Text as string literals, one per line. */
export const quoteLines = (text: string, dialect: Dialect, indent: string): string =>
  text
    .split(/(?<=\n)/)
    .map((line) => quoteLiteral(line, dialect))
    .join(`${dialect.join}\n${indent}`) || '""';
