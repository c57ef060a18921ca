import { Readable } from 'node:stream';
import { constants, createGunzip, createInflate, createInflateRaw } from 'node:zlib';

/** With these options, truncated data is decoded as far as possible. */
const options = { finishFlush: constants.Z_SYNC_FLUSH };

/**
 * Creates a decoder for gzip (RFC 1952, section 2.3.1) or zlib (RFC 1950, section 2.2), as the first bytes say. Other data is decoded as
 * raw deflate.
 */
const createDecoder = ([first = 0, second = 0]: Uint8Array) => {
  if (first === 0x1f && second === 0x8b) return createGunzip(options);
  const isZlib = (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
  return isZlib ? createInflate(options) : createInflateRaw(options);
};

/** Decodes gzip, zlib or deflate data as far as possible. Yields nothing for other data. */
export async function* decompress(data: Uint8Array): AsyncGenerator<Uint8Array> {
  const decoder = createDecoder(data);
  Readable.from([data]).pipe(decoder);
  try {
    for await (const chunk of decoder as AsyncIterable<Buffer>) yield chunk;
  } catch {
    // The data is damaged from here on, or was never compressed.
  }
}
