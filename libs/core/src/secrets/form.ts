/** `text` in UTF-8. */
export const toUtf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

const special = /[\\^$.*+?()[\]{}|/-]/g;
/** A regular expression that matches exactly `text`. */
export const escapeRegExp = (text: string): string => text.replace(special, '\\$&');

/** The bytes of `text` in Latin-1; empty if Latin-1 cannot represent it, or if they equal its bytes in UTF-8. */
const toLatin1 = (text: string): readonly Uint8Array[] => {
  const codes = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  return codes.some((code) => code > 127) && codes.every((code) => code < 256)
    ? [Uint8Array.from(codes)]
    : [];
};

/** The byte sequences that `text` can be encoded as. */
export const listByteSpellings = (text: string): readonly Uint8Array[] => [toUtf8(text), ...toLatin1(text)];

/**
 * The characters that percent-encoding keeps in addition to letters and digits, and how it writes a space: in `encodeURIComponent`, RFC
 * 3986, HTML forms, and the credentials of an OAuth 2.0 client (RFC 6749, section 2.3.1) as oauth4webapi writes them.
 */
const percentEncodings = [
  ["-_.!~*'()", '%20'],
  ['-_.~', '%20'],
  ['*-._', '+'],
  ['', '+'],
] as const;

const percentEncode = (text: string, kept: string, space: string): string =>
  Array.from(toUtf8(text), (byte) => {
    const character = String.fromCharCode(byte);
    if (character === ' ') return space;
    if (/[a-z0-9]/i.test(character) || kept.includes(character)) return character;
    return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');

/**
 * The byte sequences that are encoded in base64 for `text`: its bytes, or those of its percent-encoded text, as in some `Basic`
 * credentials.
 */
export const listBase64Bytes = (text: string): readonly Uint8Array[] => {
  const encoded = percentEncodings.map(([kept, space]) => percentEncode(text, kept, space));
  return [...listByteSpellings(text), ...[...new Set(encoded)].filter((one) => one !== text).map(toUtf8)];
};

export const alphabet64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Groups of six bits of `bytes` that begin `shift` bytes into a group of three. `?` stands for a bit of a neighbouring byte. */
export const toSextets = (bytes: Uint8Array, shift: number): readonly string[] => {
  const bits =
    '?'.repeat(8 * shift) + Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const sextets = `${bits}?????`.match(/.{6}/g) ?? [];
  return sextets.filter((sextet) => sextet !== '??????');
};

const digitCodes = toUtf8(alphabet64);

/** The base64 digits, as bytes, that do not depend on the bytes around `bytes`, if these begin `shift` bytes into a group of three. */
const encodeCertainDigits = (bytes: Uint8Array, shift: number): Uint8Array => {
  const first = Math.ceil((8 * shift) / 6);
  const digits = new Uint8Array(Math.max(0, Math.floor((8 * (shift + bytes.length)) / 6) - first));
  for (let index = 0; index < digits.length; index += 1) {
    const bit = 6 * (first + index) - 8 * shift;
    const at = bit >> 3;
    const pair = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
    digits[index] = digitCodes[(pair >> (10 - (bit & 7))) & 63] ?? 0;
  }
  return digits;
};

const shifts = [0, 1, 2] as const;

/** For each item of `all`, the base64 digits that every encoding containing it has, at each of the three alignments. */
export const listBase64Digits = (all: readonly Uint8Array[]): readonly Uint8Array[] =>
  all.flatMap((bytes) => shifts.map((shift) => encodeCertainDigits(bytes, shift)));

/** The base64 digits of `value` that do not depend on its surroundings, in each spelling, as input for a second base64 encoding. */
export const listInnerBase64 = (value: string): readonly string[] => {
  const bytes = toUtf8(value);
  const plain = shifts.map((shift) => new TextDecoder().decode(encodeCertainDigits(bytes, shift)));
  return [...new Set(plain.flatMap((digits) => [digits, digits.replaceAll('+', '-').replaceAll('/', '_')]))];
};

/** The distinct positions at which a part may end. The array is reused for each search, because most searches end at the first part. */
export interface Ends {
  readonly offsets: Int32Array;
  count: number;
}

/** More than a part can have ends, because escapes are searched with up to three levels of nesting. */
const maxEnds = 64;

export const createEnds = (): Ends => ({ offsets: new Int32Array(maxEnds), count: 0 });

/** Adds a position unless it is negative or already present. */
export const addEnd = (ends: Ends, offset: number): void => {
  if (offset < 0 || ends.count === maxEnds) return;
  for (let at = 0; at < ends.count; at++) if (ends.offsets[at] === offset) return;
  ends.offsets[ends.count++] = offset;
};

/**
 * One encoding of a value as a sequence of parts. From a position in text, each part yields its possible ends. Parts are matched one
 * after another from the few possible ends of the previous part, in linear time.
 */
export interface Form {
  /** The number of parts. */
  readonly length: number;
  /** Whether the first part may begin with a character, given as its UTF-16 unit. */
  readonly mayBegin: (unit: number) => boolean;
  /** Adds to `ends` each possible end of the part `index` that begins at `at`. */
  readonly step: (index: number, text: string, at: number, ends: Ends) => void;
}

/** How many leading parts of a value must match. A longer value that is truncated in the text is redacted up to where it ends. */
const headLength = 64;

let [ends, next] = [createEnds(), createEnds()];

const findFurthestEnd = (): number => {
  let most = -1;
  for (let at = 0; at < ends.count; at++) most = Math.max(most, ends.offsets[at] ?? -1);
  return most;
};

/** The end of the form that begins at `at`; -1 if it does not match. */
export const findFormEnd = ({ length, step }: Form, text: string, at: number): number => {
  ends.count = 0;
  addEnd(ends, at);
  for (let index = 0; index < length; index++) {
    next.count = 0;
    for (let which = 0; which < ends.count; which++) step(index, text, ends.offsets[which] ?? 0, next);
    if (next.count === 0) return index >= headLength ? findFurthestEnd() : -1;
    [ends, next] = [next, ends];
  }
  return findFurthestEnd();
};

/** Parses the value of a hexadecimal digit by its UTF-16 unit; -1 for any other unit. */
export const parseHexDigit = (unit: number): number => {
  if (unit >= 48 && unit <= 57) return unit - 48;
  const letter = unit | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
};

/** Parses the value of `count` hexadecimal digits at a position; -1 if there are fewer. */
export const parseHexAt = (text: string, at: number, count: number): number => {
  let value = 0;
  for (let i = at; i < at + count; i++) {
    const digit = parseHexDigit(text.charCodeAt(i));
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
};

export const getUtf16Unit = (character: string): number => character.charCodeAt(0);

const backslash = getUtf16Unit('\\');

/** Maximum number of backslashes before an escape: JSON within JSON within JSON. */
const maxBackslashes = 8;

/** The position after the backslashes of an escape at `at`; `at` if there are none or too many. */
export const skipBackslashes = (text: string, at: number): number => {
  let end = at;
  while (text.charCodeAt(end) === backslash && end - at <= maxBackslashes) end += 1;
  return end - at > maxBackslashes ? at : end;
};

/** The position after a raw or escaped line break at `at`; `at` if there is none. */
export const skipLineBreak = (text: string, at: number): number => {
  let from = at;
  if (text.charCodeAt(from) === 13) from += 1;
  else {
    const letter = skipBackslashes(text, from);
    if (letter > from && text[letter] === 'r') from = letter + 1;
  }
  if (text.charCodeAt(from) === 10) return from + 1;
  const letter = skipBackslashes(text, from);
  return letter > from && text[letter] === 'n' ? letter + 1 : at;
};
