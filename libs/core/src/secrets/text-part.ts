import { toUtf8 } from './spelling.js';

const letters: Readonly<Record<string, string>> = { '\n': 'n', '\r': 'r', '\t': 't', '\b': 'b', '\f': 'f' };
const names: Readonly<Record<string, string>> = {
  '&': 'amp;',
  '<': 'lt;',
  '>': 'gt;',
  '"': 'quot;',
  "'": 'apos;',
};

/** One character of a value, or several consecutive backslashes, which JSON doubles together. */
export interface Part {
  readonly count: number;
  readonly character: string;
  readonly point: number;
  readonly bytes: Uint8Array;
  /** The raw character, in either case if case does not matter. */
  readonly spellings: readonly string[];
  /** The letter of its JSON escape. */
  readonly letter: string | undefined;
  /** Its HTML entity name. */
  readonly name: string | undefined;
  /** Consecutive backslashes, as JSON doubles them up to three times. */
  readonly runs: readonly string[];
}

export const createTextPart = (text: string, isExtended: boolean): Part => {
  const character = text.startsWith('\\') ? '\\' : text;
  const cases = isExtended ? [character.toLowerCase(), character.toUpperCase()] : [];
  const spaced = character === ' ' ? ['+'] : character === '+' ? [' '] : [];
  return {
    count: character === '\\' ? text.length : 1,
    character,
    point: character.codePointAt(0) ?? 0,
    bytes: toUtf8(character),
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
