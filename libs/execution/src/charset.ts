const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text);

const decoderOf = (label: string): TextDecoder | undefined => {
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
};

/** The byte of each character that a charset writes as one byte (Encoding Standard, section 9). */
const singleBytes = (label: string): ReadonlyMap<string, number> => {
  const bytes = new Map<string, number>();
  for (let byte = 0; byte < 256; byte++) {
    const decoder = new TextDecoder(label);
    // As a stream, for Node 20 reads windows-1252 wrong in one piece.
    const character = decoder.decode(Uint8Array.of(byte), { stream: true }) + decoder.decode();
    if (character !== '\ufffd' && !bytes.has(character)) bytes.set(character, byte);
  }
  return bytes;
};

/** Whether a text in the charset of that name can be read. */
export const isKnownCharset = (label: string): boolean => decoderOf(label) !== undefined;

/** The charset that a content type names. */
export const charsetOf = (contentType: string): string | undefined =>
  /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1];

/**
 * A text in the charset that its content type names: the text itself where UTF-8 is the same, bytes where not, and null
 * when it cannot be written so. Charsets of one byte a character can be written.
 */
export const encodeText = (text: string, contentType: string): string | Uint8Array | null => {
  const label = charsetOf(contentType);
  if (label === undefined) return text;
  const encoding = decoderOf(label)?.encoding;
  if (encoding === 'utf-8') return text;
  // A secret in it would come back in a form that cannot be told from any other bytes.
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return null;
  if (isAscii(text)) return text;
  if (encoding === undefined) return null;
  const bytes = singleBytes(encoding);
  const written = Array.from(text, (character) => bytes.get(character));
  return written.every((byte) => byte !== undefined) ? Uint8Array.from(written) : null;
};
