import {
  type DecodedText,
  decodeText,
  decodeTextInSlices,
  type HeaderList,
  parseCharset,
} from '@tandem/core';
import { getContentType } from '../filling/headers.js';

const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text);

const createDecoder = (label: string): TextDecoder | undefined => {
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
};

/** The byte of each character in a single-byte charset (Encoding Standard, section 9). */
const listSingleBytes = (label: string): ReadonlyMap<string, number> => {
  const bytes = new Map<string, number>();
  for (let byte = 0; byte < 256; byte++) {
    const decoder = new TextDecoder(label);
    // Decodes with `stream`, because Node 20 decodes windows-1252 wrongly without it.
    const character = decoder.decode(Uint8Array.of(byte), { stream: true }) + decoder.decode();
    if (character !== '\ufffd' && !bytes.has(character)) bytes.set(character, byte);
  }
  return bytes;
};

/** Whether text in this charset can be decoded. */
export const isKnownCharset = (label: string): boolean => createDecoder(label) !== undefined;

/**
 * Encodes text in the charset of its content type. Returns the text itself if its bytes in UTF-8 are the same. Null if Tandem cannot encode
 * in that charset: it can only in UTF-8 and single-byte charsets.
 */
export const encodeText = (text: string, contentType: string): string | Uint8Array | null => {
  const label = parseCharset(contentType);
  if (label === undefined) return text;
  const encoding = createDecoder(label)?.encoding;
  if (encoding === 'utf-8') return text;
  // UTF-16 is not supported, because secrets in a response of that charset could not be recognized.
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return null;
  if (isAscii(text)) return text;
  if (encoding === undefined) return null;
  const bytes = listSingleBytes(encoding);
  const written = Array.from(text, (character) => bytes.get(character));
  return written.every((byte) => byte !== undefined) ? Uint8Array.from(written) : null;
};

/** The text, kind and charset of a decoded response body. */
export interface BodyReport {
  readonly bodyType: 'text' | 'binary' | 'empty';
  /** The complete text; null for a binary body, empty for an empty one. */
  readonly text: string | null;
  /** Whether the text in UTF-8 is exactly the body. */
  readonly exact: boolean;
  /** The charset, set if some bytes are invalid in it. */
  readonly undecodable?: string;
}

const textTypes =
  /^(text\/.*|[^/]+\/(.*\+)?(json|xml)|application\/(javascript|ecmascript|x-javascript|(x-)?(ndjson|jsonl|jsonlines|yaml|toml)|json-seq|graphql|x-www-form-urlencoded))$/;

/** Decodes bytes as UTF-8. Null if they are not valid UTF-8. */
export const decodeUtf8 = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

const binary: BodyReport = { bodyType: 'binary', text: null, exact: false };

/** Whether bytes can be shown as text although their content type does not say so: all are valid, and none is NUL. */
const isText = ({ text, isBroken }: DecodedText): boolean => !isBroken && !text.includes('\0');

/** Describes a body that is text. */
const getReport = (contentType: string, bytes: Uint8Array, decoded: DecodedText): BodyReport => {
  const media = contentType.replace(/;.*/s, '').trim().toLowerCase();
  if (!textTypes.test(media) && !isText(decoded)) return binary;
  const { text, charset, isBroken } = decoded;
  // The decoder drops a byte order mark (EF BB BF) and replaces invalid bytes.
  const exact = charset === 'utf-8' && bytes[0] !== 0xef && !isBroken;
  return { bodyType: 'text', text, exact, ...(isBroken ? { undecodable: charset } : {}) };
};

const empty: BodyReport = { bodyType: 'empty', text: '', exact: true };

/**
 * Decides whether a body is text or binary. It is text if its content type says so, or if its bytes can be read as text. The charset is
 * that of the byte order mark, of the content type or of the document itself, or else UTF-8.
 */
export const readBody = (headers: HeaderList, bytes: Uint8Array): BodyReport => {
  if (bytes.length === 0) return empty;
  const contentType = getContentType(headers);
  return getReport(contentType, bytes, decodeText(bytes, contentType));
};

/** Does the same as {@link readBody}, but lets other work run while it decodes a large body. */
export const readBodyInSlices = async (headers: HeaderList, bytes: Uint8Array): Promise<BodyReport> => {
  if (bytes.length === 0) return empty;
  const contentType = getContentType(headers);
  return getReport(contentType, bytes, await decodeTextInSlices(bytes, contentType));
};

/** Cuts text to at most `maxBytes` of UTF-8, between two code points. */
export const truncate = (
  text: string,
  maxBytes: number,
): { readonly text: string; readonly truncated: boolean } => {
  if (text.length * 3 <= maxBytes) return { text, truncated: false };
  const bytes = new Uint8Array(maxBytes);
  const { read, written } = new TextEncoder().encodeInto(text, bytes);
  if (read >= text.length) return { text, truncated: false };
  // Decodes the bytes again, because a slice of the string would keep the whole string in memory.
  const cut = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, written));
  return { text: cut, truncated: true };
};
