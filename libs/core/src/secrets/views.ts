/**
 * The bytes of a text, with and without its escapes, in which secrets are searched. Views only decide whether a text may contain a value:
 * they may join unrelated parts, but must not separate the bytes of a value. The regular expressions of a finder then decide whether the
 * text contains it.
 */
export interface Views {
  /** The text in UTF-8. */
  readonly raw: Uint8Array;
  /** `raw` with percent escapes, JSON and JavaScript escapes, HTML entities and quoted-printable decoded, including nested ones. */
  readonly decoded: Uint8Array;
}

const hexValue = new Int8Array(256).fill(-1);
for (const digit of '0123456789abcdefABCDEF') hexValue[digit.charCodeAt(0)] = Number.parseInt(digit, 16);
const parseHexDigitAt = (bytes: Uint8Array, at: number): number => hexValue[bytes[at] ?? 0] ?? -1;

/** Parses the value of `count` hexadecimal digits; -1 if there are fewer. */
const parseHexDigits = (bytes: Uint8Array, at: number, count: number): number => {
  let value = 0;
  for (let i = at; i < at + count; i++) {
    const digit = parseHexDigitAt(bytes, i);
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
};

const getCharacterCode = (character: string): number => character.charCodeAt(0);
const [percent, backslash, ampersand, equals] = [
  getCharacterCode('%'),
  getCharacterCode('\\'),
  getCharacterCode('&'),
  getCharacterCode('='),
];
const letters = new Map(
  Object.entries({ n: 10, r: 13, t: 9, b: 8, f: 12 }).map(([name, value]) => [getCharacterCode(name), value]),
);
const entities = Object.entries({ 'lt;': '<', 'gt;': '>', 'quot;': '"', 'apos;': "'" });

const hasText = (bytes: Uint8Array, at: number, text: string): boolean => {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false;
  return true;
};

/** Decodes `bytes` from `at` into `out`. The result is never longer. */
interface Cursor {
  readonly bytes: Uint8Array;
  readonly out: Uint8Array;
  at: number;
  written: number;
}

const putByte = (cursor: Cursor, byte: number, read: number): void => {
  cursor.out[cursor.written++] = byte;
  cursor.at += read;
};

/** Writes a character in UTF-8. A lone surrogate becomes U+FFFD, as in `TextEncoder`. */
const putCharacter = (cursor: Cursor, point: number, read: number): void => {
  if (point < 0x80) {
    putByte(cursor, point, read);
    return;
  }
  const isLone = (point >= 0xd800 && point <= 0xdfff) || point > 0x10ffff;
  const encoded = new TextEncoder().encode(String.fromCodePoint(isLone ? 0xfffd : point));
  cursor.out.set(encoded, cursor.written);
  cursor.written += encoded.length;
  cursor.at += read;
};

const decodePercentEscape = (cursor: Cursor): void => {
  const { bytes, at } = cursor;
  let from = at + 1;
  while (hasText(bytes, from, '25') && parseHexDigits(bytes, from + 2, 2) >= 0) from += 2;
  const value = parseHexDigits(bytes, from, 2);
  if (value < 0) putByte(cursor, percent, 1);
  else putByte(cursor, value, from + 2 - at);
};

/** The position after consecutive backslashes. */
const skipBackslashes = (bytes: Uint8Array, at: number): number => {
  let next = at;
  while (bytes[next] === backslash) next += 1;
  return next;
};

const decodeUnicodeEscape = (cursor: Cursor, letter: number): boolean => {
  const { bytes, at } = cursor;
  if (bytes[letter + 1] === getCharacterCode('{')) {
    let end = letter + 2;
    while (end < letter + 12 && parseHexDigitAt(bytes, end) >= 0) end += 1;
    if (bytes[end] !== getCharacterCode('}') || end === letter + 2) return false;
    putCharacter(cursor, parseHexDigits(bytes, letter + 2, end - letter - 2), end + 1 - at);
    return true;
  }
  const unit = parseHexDigits(bytes, letter + 1, 4);
  if (unit < 0) return false;
  const next = letter + 5;
  const second = skipBackslashes(bytes, next);
  const low =
    second > next && bytes[second] === getCharacterCode('u') ? parseHexDigits(bytes, second + 1, 4) : -1;
  if (unit >= 0xd800 && unit < 0xdc00 && low >= 0xdc00 && low < 0xe000) {
    putCharacter(cursor, 0x10000 + (unit - 0xd800) * 0x400 + (low - 0xdc00), second + 5 - at);
  } else putCharacter(cursor, unit, next - at);
  return true;
};

const decodeBackslashEscape = (cursor: Cursor): void => {
  const { bytes, at } = cursor;
  const letter = skipBackslashes(bytes, at);
  const what = bytes[letter] ?? 0;
  if (what === getCharacterCode('u') && decodeUnicodeEscape(cursor, letter)) return;
  const byte = what === getCharacterCode('x') ? parseHexDigits(bytes, letter + 1, 2) : -1;
  const control = letters.get(what);
  if (byte >= 0) putByte(cursor, byte, letter + 3 - at);
  else if (control !== undefined) putByte(cursor, control, letter + 1 - at);
  else if (what === getCharacterCode('"') || what === getCharacterCode('/') || what === getCharacterCode("'"))
    putByte(cursor, what, letter + 1 - at);
  else putByte(cursor, backslash, letter - at);
};

/** Parses the character of a numeric entity and its end. */
const parseNumericEntity = (
  bytes: Uint8Array,
  at: number,
): readonly [value: number, end: number] | undefined => {
  const isHex = bytes[at] === getCharacterCode('x') || bytes[at] === getCharacterCode('X');
  const from = isHex ? at + 1 : at;
  let [value, end] = [0, from];
  for (; end < from + 16; end++) {
    const digit = parseHexDigitAt(bytes, end);
    if (digit < 0 || (!isHex && digit > 9)) break;
    value = Math.min(value * (isHex ? 16 : 10) + digit, 0x110000);
  }
  return end > from && bytes[end] === getCharacterCode(';') ? [value, end + 1] : undefined;
};

const decodeEntity = (cursor: Cursor): void => {
  const { bytes, at } = cursor;
  let from = at + 1;
  while (hasText(bytes, from, 'amp;')) from += 4;
  const numeric = bytes[from] === getCharacterCode('#') ? parseNumericEntity(bytes, from + 1) : undefined;
  if (numeric !== undefined) {
    putCharacter(cursor, numeric[0], numeric[1] - at);
    return;
  }
  const named = entities.find(([name]) => hasText(bytes, from, name));
  if (named === undefined) putByte(cursor, ampersand, from - at);
  else putByte(cursor, getCharacterCode(named[1]), from + named[0].length - at);
};

/** The end of a raw or escaped line break at `at`; `at` if there is none. */
const findLineBreakEnd = (bytes: Uint8Array, at: number): number => {
  let end = at;
  for (const [raw, letter] of [
    [13, getCharacterCode('r')],
    [10, getCharacterCode('n')],
  ] as const) {
    const next = skipBackslashes(bytes, end);
    if (bytes[end] === raw) end += 1;
    else if (next > end && bytes[next] === letter) end = next + 1;
  }
  return end;
};

const decodeQuotedPrintable = (cursor: Cursor): void => {
  const { bytes, at } = cursor;
  const value = parseHexDigits(bytes, at + 1, 2);
  const end = findLineBreakEnd(bytes, at + 1);
  if (value >= 0) putByte(cursor, value, 3);
  else if (end > at + 1) cursor.at = end;
  else putByte(cursor, equals, 1);
};

const decoders: readonly (((cursor: Cursor) => void) | undefined)[] = Array.from(
  { length: 256 },
  (_, byte) =>
    byte === percent
      ? decodePercentEscape
      : byte === backslash
        ? decodeBackslashEscape
        : byte === ampersand
          ? decodeEntity
          : byte === equals
            ? decodeQuotedPrintable
            : undefined,
);

const decodeInto = (bytes: Uint8Array, out: Uint8Array): Uint8Array => {
  const cursor: Cursor = { bytes, out, at: 0, written: 0 };
  while (cursor.at < bytes.length) {
    const byte = bytes[cursor.at] ?? 0;
    const decoder = decoders[byte];
    if (decoder === undefined) putByte(cursor, byte, 1);
    else decoder(cursor);
  }
  return out.subarray(0, cursor.written);
};

/** Creates views for a string of up to `maxLength` UTF-16 units. The next text overwrites them. */
export const createViews = (maxLength: number): ((text: string) => Views) => {
  const encoder = new TextEncoder();
  const [first, second] = [new Uint8Array(3 * maxLength), new Uint8Array(3 * maxLength)];
  return (text) => {
    const raw = first.subarray(0, encoder.encodeInto(text, first).written);
    return { raw, decoded: decodeInto(raw, second) };
  };
};
