const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Encodes bytes as base64 (RFC 4648, section 4). */
export const toBase64 = (bytes: Uint8Array): string => {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const [a = 0, b, c] = [bytes[i], bytes[i + 1], bytes[i + 2]];
    const bits = (a << 16) | ((b ?? 0) << 8) | (c ?? 0);
    text += (alphabet[bits >> 18] ?? '') + (alphabet[(bits >> 12) & 63] ?? '');
    text +=
      b === undefined
        ? '=='
        : (alphabet[(bits >> 6) & 63] ?? '') + (c === undefined ? '=' : (alphabet[bits & 63] ?? ''));
  }
  return text;
};

/** Decodes base64 as leniently as `atob` (https://infra.spec.whatwg.org/#forgiving-base64-decode). */
export const fromBase64 = (base64: string): Uint8Array => {
  let text = base64.replace(/[\t\n\f\r ]/g, '');
  if (text.length % 4 === 0) text = text.replace(/={1,2}$/, '');
  if (text.length % 4 === 1 || !/^[A-Za-z0-9+/]*$/.test(text)) throw new TypeError('the text is not base64');
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let bits = 0;
  let held = 0;
  let at = 0;
  for (const char of text) {
    bits = (bits << 6) | alphabet.indexOf(char);
    held += 6;
    if (held >= 8) {
      held -= 8;
      bytes[at++] = (bits >> held) & 255;
    }
  }
  return bytes;
};

const decodeLatin1 = (bytes: Uint8Array): string => {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
};

export const atob = (base64: unknown): string => decodeLatin1(fromBase64(String(base64)));

export const btoa = (value: unknown): string => {
  const text = String(value);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 255) throw new TypeError('btoa takes characters up to U+00FF; encode the text first');
    bytes[i] = code;
  }
  return toBase64(bytes);
};

const measureUtf8 = (code: number): number => (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4);

/** The length of the longest prefix of a text that takes at most `most` bytes in UTF-8, in UTF-16 units and in bytes. */
export const measurePrefix = (
  text: string,
  most: number,
): { readonly units: number; readonly bytes: number } => {
  let bytes = 0;
  let units = 0;
  while (units < text.length) {
    const code = text.codePointAt(units) ?? 0;
    const length = measureUtf8(code);
    if (bytes + length > most) break;
    bytes += length;
    units += code > 0xffff ? 2 : 1;
  }
  return { units, bytes };
};

/** Encodes text as UTF-8. Lone surrogates become U+FFFD. */
export const encodeUtf8 = (text: string): Uint8Array => {
  const bytes: number[] = [];
  for (const char of text) {
    const point = char.codePointAt(0) ?? 0;
    const code = point >= 0xd800 && point <= 0xdfff ? 0xfffd : point;
    const length = measureUtf8(code);
    if (length === 1) bytes.push(code);
    else {
      bytes.push(((0xf00 >> length) & 0xff) | (code >> (6 * (length - 1))));
      for (let i = length - 2; i >= 0; i--) bytes.push(0x80 | ((code >> (6 * i)) & 0x3f));
    }
  }
  return Uint8Array.from(bytes);
};

const minCodePoints = [0, 0, 0x80, 0x800, 0x10000];

/** Reads the character that starts at a byte: its length and its code point. Undefined if the bytes are invalid. */
const readPoint = (
  bytes: Uint8Array,
  at: number,
): { readonly code: number; readonly length: number } | undefined => {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return { code: first, length: 1 };
  const length =
    first >= 0xf0 && first < 0xf5
      ? 4
      : first >= 0xe0 && first < 0xf0
        ? 3
        : first >= 0xc2 && first < 0xe0
          ? 2
          : 0;
  if (length === 0) return undefined;
  let code = first & (0xff >> (length + 1));
  for (let i = 1; i < length; i++) {
    const next = bytes[at + i] ?? 0;
    if (next >> 6 !== 2) return undefined;
    code = (code << 6) | (next & 0x3f);
  }
  const valid = code >= (minCodePoints[length] ?? 0) && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return valid ? { code, length } : undefined;
};

/** Decodes UTF-8. Invalid bytes become U+FFFD, or cause an error if `fatal` is set. */
export const decodeUtf8 = (bytes: Uint8Array, fatal: boolean): string => {
  let text = '';
  for (let at = 0; at < bytes.length;) {
    const point = readPoint(bytes, at);
    if (point === undefined && fatal) throw new TypeError('the bytes are not UTF-8');
    text += point === undefined ? '\ufffd' : String.fromCodePoint(point.code);
    at += point?.length ?? 1;
  }
  return text;
};

/** How many bytes at the end belong to an incomplete character. */
const countIncompleteBytes = (bytes: Uint8Array): number => {
  for (let count = 1; count <= Math.min(3, bytes.length); count++) {
    const first = bytes[bytes.length - count] ?? 0;
    if (first >> 6 === 2) continue;
    const length = first >= 0xf5 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 1;
    return length > count ? count : 0;
  }
  return 0;
};

export class TextEncoder {
  readonly encoding = 'utf-8';
  encode(text: unknown = ''): Uint8Array {
    return encodeUtf8(String(text));
  }
}

export class TextDecoder {
  readonly encoding = 'utf-8';
  readonly fatal: boolean;
  constructor(label: unknown = 'utf-8', options: { readonly fatal?: unknown } = {}) {
    if (!/^\s*utf-?8\s*$/i.test(String(label))) throw new RangeError('only utf-8 is supported');
    this.fatal = Boolean(options.fatal);
  }
  /** The bytes of an incomplete character, until the next chunk. */
  #held: readonly number[] = [];
  #begun = false;

  decode(
    bytes: Uint8Array | ArrayBuffer = new Uint8Array(),
    { stream = false }: { readonly stream?: unknown } = {},
  ): string {
    const view =
      bytes instanceof ArrayBuffer
        ? new Uint8Array(bytes)
        : new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const all = this.#held.length === 0 ? view : Uint8Array.from([...this.#held, ...view]);
    const end = stream ? all.length - countIncompleteBytes(all) : all.length;
    this.#held = [...all.subarray(end)];
    const start = !this.#begun && end > 2 && all[0] === 0xef && all[1] === 0xbb && all[2] === 0xbf ? 3 : 0;
    this.#begun = Boolean(stream) && (this.#begun || end > 0);
    return decodeUtf8(all.subarray(start, end), this.fatal);
  }
}
