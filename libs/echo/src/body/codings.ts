import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

import { Refusal } from '../refusal.js';

/** Decodes one content coding. */
export interface Decoder extends Transform {
  /** Number of encoded bytes read; anything after the end of the encoded data is not counted. */
  readonly bytesWritten: number;
}

const decoders: ReadonlyMap<string, () => Decoder> = new Map<string, () => Decoder>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

const maxCodings = 4;

/** The codings of a `Content-Encoding` in lower case, in the order they were applied; `identity` is dropped. */
export const parseCodings = (header = ''): readonly string[] =>
  header
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');

/**
 * Decoders in the order that a body passes through them.
 * @throws Refusal 415 for an unknown coding; its `Accept-Encoding` lists the supported ones (RFC 9110, section
 * 12.5.3)
 */
export const createDecoders = (codings: readonly string[]): readonly Decoder[] => {
  const unknown = codings.find((coding) => !decoders.has(coding));
  const accept = ['Accept-Encoding', 'gzip, deflate, br'];
  if (unknown !== undefined)
    throw new Refusal(415, `The content coding "${unknown}" is not supported.`, accept);
  if (codings.length > maxCodings) throw new Refusal(415, 'The body has too many content codings.', accept);
  return codings.toReversed().flatMap((coding) => decoders.get(coding)?.() ?? []);
};
