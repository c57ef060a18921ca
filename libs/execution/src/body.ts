import type { HeaderList } from '@tandem/core';

import { charsetOf } from './charset.js';
import { headerOf } from './headers.js';

/** A response body in a result. */
export interface BodyReport {
  readonly bodyType: 'text' | 'binary' | 'empty';
  /** The complete text; null for a binary body, empty for an empty one. */
  readonly text: string | null;
  /** Whether the text encoded as UTF-8 equals the body. */
  readonly exact: boolean;
}

const textTypes =
  /^(text\/.*|[^/]+\/(.*\+)?(json|xml)|application\/(javascript|ecmascript|x-javascript|(x-)?(ndjson|jsonl|jsonlines|yaml|toml)|json-seq|graphql|x-www-form-urlencoded))$/;

const decodeAs = (label: string, bytes: Uint8Array): string => {
  try {
    // Node 20 decodes windows-1252 as ISO 8859-1 in one piece, but correctly as a stream.
    const decoder = new TextDecoder(label);
    return decoder.decode(bytes, { stream: true }) + decoder.decode();
  } catch {
    return new TextDecoder().decode(bytes);
  }
};

/** Bytes as text; null if they are no UTF-8. */
export const asUtf8 = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

const binary: BodyReport = { bodyType: 'binary', text: null, exact: false };

/**
 * Distinguishes text from binary by the content type, or by whether the bytes are UTF-8 if there is none. Text is decoded
 * with the named charset, otherwise as UTF-8.
 */
export const readBody = (headers: HeaderList, bytes: Uint8Array): BodyReport => {
  if (bytes.length === 0) return { bodyType: 'empty', text: '', exact: true };
  const contentType = headerOf(headers, 'content-type') ?? '';
  const media = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  if (media === '') {
    const text = asUtf8(bytes);
    return text === null ? binary : { bodyType: 'text', text, exact: bytes[0] !== 0xef };
  }
  if (!textTypes.test(media)) return binary;
  const charset = charsetOf(contentType) ?? 'utf-8';
  const text = decodeAs(charset, bytes);
  // The decoder drops a byte order mark (EF BB BF) and replaces invalid bytes.
  const exact = /^utf-?8$/i.test(charset) && bytes[0] !== 0xef && !text.includes('\ufffd');
  return { bodyType: 'text', text, exact };
};

/** Shortens the text to `maxBytes` of UTF-8 at a code point. */
export const truncate = (
  text: string,
  maxBytes: number,
): { readonly text: string; readonly truncated: boolean } => {
  if (text.length * 3 <= maxBytes) return { text, truncated: false };
  const bytes = new Uint8Array(maxBytes);
  const { read, written } = new TextEncoder().encodeInto(text, bytes);
  if (read >= text.length) return { text, truncated: false };
  // Decoded anew, because a slice would keep the complete string in memory.
  const cut = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, written));
  return { text: cut, truncated: true };
};
