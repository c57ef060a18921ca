import {
  addEnd,
  alphabet64,
  type Ends,
  type Form,
  getUtf16Unit,
  listBase64Bytes,
  listInnerBase64,
  parseHexAt,
  parseHexDigit,
  skipBackslashes,
  skipLineBreak,
  toSextets,
  toUtf8,
} from './form.js';
import { createTextForm } from './text-form.js';

/**
 * The six bits of a base64 or base64url digit (RFC 4648), by the digit's UTF-16 unit; -1 for any other unit. A space counts as `+`,
 * because forms decode `+` to a space.
 */
const digits64 = new Int8Array(128).fill(-1);
Array.from(alphabet64).forEach((digit, value) => (digits64[getUtf16Unit(digit)] = value));
for (const [spelling, digit] of Object.entries({ '-': '+', ' ': '+', _: '/' }))
  digits64[getUtf16Unit(spelling)] = alphabet64.indexOf(digit);

const base64PercentEscapes = new Map([
  ['%2B', alphabet64.indexOf('+')],
  ['%2F', alphabet64.indexOf('/')],
]);

/** The end of a digit at `at` that `isWanted` accepts; -1 if there is no such digit. */
const matchDigit = (text: string, at: number, isWanted: readonly boolean[]): number => {
  const unit = text.charCodeAt(at);
  const value = unit < 128 ? (digits64[unit] ?? -1) : -1;
  if (value >= 0) return isWanted[value] ? at + 1 : -1;
  if (text[at] === '%') {
    return isWanted[base64PercentEscapes.get(text.slice(at, at + 3).toUpperCase()) ?? -1] ? at + 3 : -1;
  }
  const slash = skipBackslashes(text, at);
  return slash > at && text[slash] === '/' && isWanted[63] ? slash + 1 : -1;
};

/**
 * The position at which base64 continues after the line break at `at` (RFC 2045, section 6.8): raw, in JSON or percent-encoded. Returns
 * `at` if there is no line break.
 */
const skipBase64Break = (text: string, at: number): number =>
  text[at] === '%'
    ? at + (/^(?:%0d)?%0a/i.exec(text.slice(at, at + 6))?.[0].length ?? 0)
    : skipLineBreak(text, at);

/** Matches `bytes` in base64 if they begin `shift` bytes into a group of three, whatever precedes and follows them. */
const createBase64Form = (bytes: Uint8Array, shift: number, mayBreak: boolean): Form => {
  const wanted = toSextets(bytes, shift).map((bits) => {
    const matches = new RegExp(`^${bits.replaceAll('?', '.')}$`);
    return Array.from(alphabet64, (_, value) => matches.test(value.toString(2).padStart(6, '0')));
  });
  const first = wanted[0] ?? [];
  return {
    length: wanted.length,
    mayBegin: (unit) => unit < 128 && (first[digits64[unit] ?? -1] === true || unit === 37 || unit === 92),
    step: (index, text, at, ends) => {
      const isWanted = wanted[index];
      if (isWanted === undefined) return;
      const end = matchDigit(text, at, isWanted);
      if (end >= 0) {
        addEnd(ends, end);
        return;
      }
      const unit = text.charCodeAt(at);
      if (!mayBreak || index === 0 || (unit !== 10 && unit !== 13 && unit !== 37 && unit !== 92)) return;
      const next = skipBase64Break(text, at);
      if (next > at) addEnd(ends, matchDigit(text, next, isWanted));
    },
  };
};

const isSpace = (unit: number): boolean => unit === 32 || (unit >= 9 && unit <= 13);

/** The position after up to `maxSeparators` separators: white space, raw or escaped, and the characters in `signs`. */
const skipSeparators = (text: string, at: number, maxSeparators: number, signs: string): number => {
  let offset = at;
  for (let count = 0; count < maxSeparators; count++) {
    const unit = text.charCodeAt(offset);
    if (isSpace(unit) || signs.includes(text[offset] ?? ' ')) {
      offset += 1;
      continue;
    }
    const letter = skipBackslashes(text, offset);
    if (letter === offset || !'nrt'.includes(text[letter] ?? ' ')) break;
    offset = letter + 1;
  }
  return offset;
};

/** The position after `0x`, if present. */
const skipHexPrefix = (text: string, at: number): number =>
  text[at] === '0' && (text.charCodeAt(at + 1) | 32) === 120 ? at + 2 : at;

/** Matches bytes as pairs of hexadecimal digits, plain or as in dumps and lists. */
const createHexForm = (value: string): Form => {
  const bytes = toUtf8(value);
  const high = (bytes[0] ?? 0) >> 4;
  return {
    length: bytes.length,
    mayBegin: (unit) => parseHexDigit(unit) === high,
    step: (index, text, at, ends) => {
      const byte = bytes[index];
      const straight = parseHexAt(text, at, 2) === byte;
      if (straight) addEnd(ends, at + 2);
      if (index === 0 || straight) return;
      const from = skipHexPrefix(text, skipSeparators(text, at, 4, ':,;-'));
      if (parseHexAt(text, from, 2) === byte) addEnd(ends, from + 2);
    },
  };
};

const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57;

/** Parses the decimal number below 1,000 at `at` and its end; undefined if there is no number or it is longer. */
const parseNumberAt = (text: string, at: number): readonly [value: number, end: number] | undefined => {
  let [value, end] = [0, at];
  while (isDigit(text.charCodeAt(end)) && end < at + 4) value = value * 10 + text.charCodeAt(end++) - 48;
  return end === at || end > at + 3 || text[end] === '.' ? undefined : [value, end];
};

/** The position after a key such as `"12":` of an object that maps indexes to bytes; `at` if there is no key. */
const skipObjectKey = (text: string, at: number): number =>
  at + (/^\\{0,8}"\d{1,7}\\{0,8}"\s{0,2}:/.exec(text.slice(at, at + 32))?.[0].length ?? 0);

/** Maximum number of white space characters before a number in an indented list. */
const maxIndent = 40;

/** Matches bytes as a list of decimal numbers, or as an object that maps indexes to bytes. */
const createNumberForm = (value: string): Form => {
  const bytes = toUtf8(value);
  const isAt = (byte: number | undefined, text: string, at: number, ends: Ends): void => {
    const found = parseNumberAt(text, at);
    if (found?.[0] === byte) addEnd(ends, found?.[1] ?? at);
  };
  return {
    length: bytes.length,
    mayBegin: isDigit,
    step: (index, text, at, ends) => {
      if (index === 0) {
        const before = text.charCodeAt(at - 1);
        if (!isDigit(before) && before !== 46) isAt(bytes[0], text, at, ends);
        return;
      }
      const next = skipSeparators(text, at, maxIndent, ',;');
      if (next === at) return;
      const key = skipObjectKey(text, next);
      isAt(bytes[index], text, key > next ? skipSeparators(text, key, maxIndent, '') : next, ends);
    },
  };
};

/** Minimum length of a value that is searched in forms other than text and base64, in UTF-16 units. */
export const minExtendedLength = 8;

/** A group of encodings of a value that are searched for together. */
export type Family = 'text' | 'reversed' | 'base64' | 'base64-twice' | 'hex' | 'numbers';

const extendedFamilies = ['text', 'base64', 'base64-twice', 'hex', 'numbers'] as const;

/** Lists the families of forms in which to search for a value. The reversed form is omitted for a value without letters and digits. */
export const listFamilies = (value: string): readonly Family[] => {
  if (value.length < minExtendedLength) return ['text', 'base64'];
  return /[\p{L}\p{N}]/u.test(value) ? [...extendedFamilies, 'reversed'] : extendedFamilies;
};

const shifts = [0, 1, 2] as const;

const createBase64Forms = (all: readonly Uint8Array[], mayBreak: boolean): readonly Form[] =>
  all.flatMap((bytes) => shifts.map((shift) => createBase64Form(bytes, shift, mayBreak)));

/**
 * Creates the forms of a family: text with its escapes; the same text backwards; base64 at each of its three alignments, as in `Basic`
 * credentials (RFC 7617), which OAuth 2.0 percent-encodes first; base64 of base64; hexadecimal bytes; and decimal bytes.
 */
export const createForms = (value: string, family: Family): readonly Form[] => {
  const isExtended = value.length >= minExtendedLength;
  switch (family) {
    case 'text':
      return [createTextForm(value, isExtended)];
    case 'reversed':
      return [createTextForm(Array.from(value).reverse().join(''), isExtended)];
    case 'base64':
      return createBase64Forms(listBase64Bytes(value), isExtended);
    case 'base64-twice':
      return createBase64Forms(listInnerBase64(value).map(toUtf8), true);
    case 'hex':
      return [createHexForm(value)];
    case 'numbers':
      return [createNumberForm(value)];
  }
};
