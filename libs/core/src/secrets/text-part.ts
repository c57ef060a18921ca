import { utf8 } from './spelling.js';

const letters: Readonly<Record<string, string>> = { '\n': 'n', '\r': 'r', '\t': 't', '\b': 'b', '\f': 'f' };
const names: Readonly<Record<string, string>> = {
  '&': 'amp;',
  '<': 'lt;',
  '>': 'gt;',
  '"': 'quot;',
  "'": 'apos;',
};

/** One character of a value, or several backslashes in a row, which JSON doubles together. */
export interface Part {
  readonly count: number;
  readonly character: string;
  readonly point: number;
  readonly bytes: Uint8Array;
  /** The character as it may stand raw, in either case where that does not matter. */
  readonly spellings: readonly string[];
  /** The letter that JSON writes for it after a backslash. */
  readonly letter: string | undefined;
  /** What an HTML entity calls it. */
  readonly name: string | undefined;
  /** Backslashes in a row, as JSON doubles them up to three times. */
  readonly runs: readonly string[];
}

export const partOf = (text: string, isExtended: boolean): Part => {
  const character = text.startsWith('\\') ? '\\' : text;
  const cases = isExtended ? [character.toLowerCase(), character.toUpperCase()] : [];
  const spaced = character === ' ' ? ['+'] : character === '+' ? [' '] : [];
  return {
    count: character === '\\' ? text.length : 1,
    character,
    point: character.codePointAt(0) ?? 0,
    bytes: utf8(character),
    spellings: character === '\\' ? [] : [...new Set([character, ...cases, ...spaced])],
    letter: `"/'`.includes(character)
      ? character
      : Object.hasOwn(letters, character)
        ? letters[character]
        : undefined,
    name: Object.hasOwn(names, character) ? names[character] : undefined,
    runs: character === '\\' ? [8, 4, 2, 1].map((times) => text.repeat(times)) : [],
  };
};
