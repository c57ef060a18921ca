/** `text` in UTF-8. */
export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

const special = /[\\^$.*+?()[\]{}|/-]/g;
/** `text` as a regular expression that matches it and nothing else. */
export const escaped = (text: string): string => text.replace(special, '\\$&');

/** The bytes of `text` in Latin-1, where that has them all and differs from UTF-8. */
const latin1 = (text: string): readonly Uint8Array[] => {
  const codes = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  return codes.some((code) => code > 127) && codes.every((code) => code < 256)
    ? [Uint8Array.from(codes)]
    : [];
};

/** `text` as servers turn it into bytes. */
export const bytesOf = (text: string): readonly Uint8Array[] => [utf8(text), ...latin1(text)];

export const alphabet64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Groups of six bits of `bytes` that begin `shift` bytes into a group of three; `?` is a bit of what stands beside them. */
export const sextetsOf = (bytes: Uint8Array, shift: number): readonly string[] => {
  const bits =
    '?'.repeat(8 * shift) + Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const sextets = `${bits}?????`.match(/.{6}/g) ?? [];
  return sextets.filter((sextet) => sextet !== '??????');
};

const digitsAt = (bytes: Uint8Array, shift: number): string =>
  sextetsOf(bytes, shift)
    .flatMap((sextet) => (sextet.includes('?') ? [] : [alphabet64[Number.parseInt(sextet, 2)] ?? '']))
    .join('');

const shifts = [0, 1, 2] as const;

/** The digits that base64 of anything that holds `value` has, at each of the three alignments. */
export const base64Of = (value: string): readonly string[] =>
  bytesOf(value).flatMap((bytes) => shifts.map((shift) => digitsAt(bytes, shift)));

/** What of the base64 of `value` is certain, in the spellings that base64 is encoded in once more. */
export const innerBase64 = (value: string): readonly string[] => {
  const plain = shifts.map((shift) => digitsAt(utf8(value), shift));
  return [...new Set(plain.flatMap((digits) => [digits, digits.replaceAll('+', '-').replaceAll('/', '_')]))];
};
