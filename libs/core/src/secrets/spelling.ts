/** `text` in UTF-8. */
export const toUtf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

const special = /[\\^$.*+?()[\]{}|/-]/g;
/** A regular expression that matches exactly `text`. */
export const escapeRegExp = (text: string): string => text.replace(special, '\\$&');

/** The bytes of `text` in Latin-1, if it can represent them and differs from UTF-8. */
const toLatin1 = (text: string): readonly Uint8Array[] => {
  const codes = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  return codes.some((code) => code > 127) && codes.every((code) => code < 256)
    ? [Uint8Array.from(codes)]
    : [];
};

/** The possible encodings of `text` as bytes. */
export const listByteSpellings = (text: string): readonly Uint8Array[] => [toUtf8(text), ...toLatin1(text)];

/**
 * What percent-encoding keeps besides letters and digits, and how it writes a space: `encodeURIComponent`, RFC 3986,
 * HTML forms, and the credentials of an OAuth 2.0 client (RFC 6749, section 2.3.1) as oauth4webapi writes them.
 */
const percentEncodings = [
  ["-_.!~*'()", '%20'],
  ['-_.~', '%20'],
  ['*-._', '+'],
  ['', '+'],
] as const;

const percentEncoded = (text: string, kept: string, space: string): string =>
  Array.from(toUtf8(text), (byte) => {
    const character = String.fromCharCode(byte);
    if (character === ' ') return space;
    if (/[a-z0-9]/i.test(character) || kept.includes(character)) return character;
    return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');

/** The inputs to base64 for `text`: its bytes, or percent-encoded first, as `Basic` credentials may be. */
export const listBase64Bytes = (text: string): readonly Uint8Array[] => {
  const encoded = percentEncodings.map(([kept, space]) => percentEncoded(text, kept, space));
  return [...listByteSpellings(text), ...[...new Set(encoded)].filter((one) => one !== text).map(toUtf8)];
};

export const alphabet64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * Groups of six bits of `bytes` that begin `shift` bytes into a group of three; `?` is a bit of a neighbouring byte.
 */
export const toSextets = (bytes: Uint8Array, shift: number): readonly string[] => {
  const bits =
    '?'.repeat(8 * shift) + Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const sextets = `${bits}?????`.match(/.{6}/g) ?? [];
  return sextets.filter((sextet) => sextet !== '??????');
};

const digitCodes = toUtf8(alphabet64);

/** The base64 digits, as bytes, that are certain for `bytes` that begin `shift` bytes into a group of three. */
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

/** The base64 digits of anything that contains one of `all`, at each of the three alignments. */
export const listBase64Digits = (all: readonly Uint8Array[]): readonly Uint8Array[] =>
  all.flatMap((bytes) => shifts.map((shift) => encodeCertainDigits(bytes, shift)));

/** The certain part of the base64 of `value`, in the spellings that are base64-encoded again. */
export const listInnerBase64 = (value: string): readonly string[] => {
  const bytes = toUtf8(value);
  const plain = shifts.map((shift) => new TextDecoder().decode(encodeCertainDigits(bytes, shift)));
  return [...new Set(plain.flatMap((digits) => [digits, digits.replaceAll('+', '-').replaceAll('/', '_')]))];
};
