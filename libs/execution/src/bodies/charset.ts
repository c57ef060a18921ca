import { parseCharset } from '@tandem/core';

const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text);

const createDecoder = (label: string): TextDecoder | undefined => {
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
};

/** The byte for each character of a single-byte charset (Encoding Standard, section 9). */
const listSingleBytes = (label: string): ReadonlyMap<string, number> => {
  const bytes = new Map<string, number>();
  for (let byte = 0; byte < 256; byte++) {
    const decoder = new TextDecoder(label);
    // Decode as a stream: Node 20 decodes windows-1252 wrongly in one piece.
    const character = decoder.decode(Uint8Array.of(byte), { stream: true }) + decoder.decode();
    if (character !== '\ufffd' && !bytes.has(character)) bytes.set(character, byte);
  }
  return bytes;
};

/** Whether text in this charset can be decoded. */
export const isKnownCharset = (label: string): boolean => createDecoder(label) !== undefined;

/**
 * Encodes text in the charset of its content type: the text itself if UTF-8 is the same, otherwise bytes; null if
 * that is not possible. Only single-byte charsets can be written.
 */
export const encodeText = (text: string, contentType: string): string | Uint8Array | null => {
  const label = parseCharset(contentType);
  if (label === undefined) return text;
  const encoding = createDecoder(label)?.encoding;
  if (encoding === 'utf-8') return text;
  // A secret in UTF-16 could not be recognized in the response.
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return null;
  if (isAscii(text)) return text;
  if (encoding === undefined) return null;
  const bytes = listSingleBytes(encoding);
  const written = Array.from(text, (character) => bytes.get(character));
  return written.every((byte) => byte !== undefined) ? Uint8Array.from(written) : null;
};
