/** How many bytes one line shows. */
const perLine = 16;

/** The most bytes that are shown as hexadecimal digits: each takes five times its size. */
export const maxHexBytes = 1024 * 1024;

const hexOf = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

const formatByte = (byte: number): string => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.');

const lineAt = (bytes: Uint8Array, from: number): string => {
  const row = [...bytes.subarray(from, from + perLine)];
  const digits = row.map((byte, at) => (at === 8 ? ` ${hexOf[byte] ?? ''}` : (hexOf[byte] ?? ''))).join(' ');
  return `${from.toString(16).padStart(8, '0')}  ${digits.padEnd(48)}  ${row.map(formatByte).join('')}`;
};

/** The beginning of `bytes` as a hex dump: address, sixteen bytes, the same as ASCII. */
export const hexLines = (bytes: Uint8Array): string => {
  const end = Math.min(bytes.length, maxHexBytes);
  const lines: string[] = [];
  for (let from = 0; from < end; from += perLine) lines.push(lineAt(bytes.subarray(0, end), from));
  return lines.join('\n');
};
