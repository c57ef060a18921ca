import { pipeline, Readable, Transform } from 'node:stream';
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  type Inflate,
  type InflateRaw,
} from 'node:zlib';

import { getErrorCode } from '../errors.js';

/** Thrown if the body exceeds the limit. `read` contains the bytes up to the limit. */
export class BodyTooLargeError extends Error {
  readonly read: Uint8Array;
  constructor(read: Uint8Array) {
    super();
    this.read = read;
  }
}

/** Thrown if there was not enough memory for the body in time. */
export class BudgetExceededError extends Error {
  /** How many bytes the bodies of all executions may have together. */
  readonly limit: number;
  constructor(limit: number) {
    super();
    this.limit = limit;
  }
}

/** The limit for a body, and the memory that it uses. */
export interface Bounds {
  /** Maximum number of decoded bytes. */
  readonly maxBytes: number;
  /** Reserves memory for more bytes. Rejects with BudgetExceededError. */
  readonly take: (bytes: number) => Promise<void>;
  /** Receives each decoded piece as it arrives. */
  readonly onPiece: (piece: Uint8Array) => void;
}

/** How many bytes of memory are reserved at a time. */
export const memoryStepBytes = 65_536;

/** Thrown if the body has more content codings than the limit. */
export class TooManyCodingsError extends Error {
  readonly codings: number;
  constructor(codings: number) {
    super();
    this.codings = codings;
  }
}

/** Thrown if the body does not match its content coding. */
export class BadContentCodingError extends Error {
  readonly code = 'BAD_CONTENT_CODING';
}

/**
 * Decodes `deflate`, which means the zlib format (RFC 9110, section 8.4.1.2). Some servers send raw deflate instead, which the first byte
 * shows.
 */
const inflate = (): Transform => {
  let decoder: Inflate | InflateRaw | undefined;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      decoder ??= ((chunk[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw();
      if (decoder.listenerCount('data') === 0) {
        const from = decoder;
        from
          .on('data', (part) => this.push(part) || from.pause())
          .on('error', (error) => this.destroy(error));
      }
      decoder.write(chunk, done);
    },
    // The decoder pauses and keeps what does not fit into the buffer, because a chunk may become a thousand times larger.
    read(size) {
      decoder?.resume();
      Transform.prototype._read.call(this, size);
    },
    flush(done) {
      if (decoder === undefined) done();
      else decoder.once('end', done).end();
    },
    destroy(error, done) {
      decoder?.destroy();
      done(error);
    },
  });
};

const createDecoder = (coding: string) => {
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return inflate();
    case 'br':
      return createBrotliDecompress();
    default:
      return undefined;
  }
};

/** Maximum number of codings that are decoded. Servers normally use one. */
export const maxCodings = 5;

/**
 * Creates the decoders for a `content-encoding`, in the order in which they decode. Does not decode unknown codings.
 * @throws TooManyCodingsError
 */
const createDecoders = (contentEncoding: string) => {
  const codings = contentEncoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity')
    .reverse();
  if (codings.length > maxCodings) throw new TooManyCodingsError(codings.length);
  const decoders = codings.map(createDecoder);
  return decoders.every((decoder) => decoder !== undefined) ? decoders : [];
};

/**
 * The size of the checksum and the length at the end of gzip data, in bytes. They must be a chunk of their own, because a decoder returns
 * nothing of a chunk that fails.
 */
const checkedBytes = 8;

/** Limits the data between two codings, which can be huge although the body and the result are small. */
const createSizeLimit = (maxBytes: number): Transform => {
  const most = maxBytes + Math.ceil(maxBytes / 64) + 65_536;
  let size = 0;
  return new Transform({
    transform(chunk: Uint8Array, _, done) {
      size += chunk.length;
      if (size > most) {
        done(new BodyTooLargeError(new Uint8Array()));
        return;
      }
      if (chunk.length > checkedBytes) this.push(chunk.subarray(0, -checkedBytes));
      done(null, chunk.subarray(-checkedBytes));
    },
  });
};

const collectChunks = async (
  stream: AsyncIterable<Uint8Array>,
  { maxBytes, take, onPiece }: Bounds,
): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Memory for the first step was reserved before the request was sent.
  let reserved = memoryStepBytes;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > maxBytes) throw new BodyTooLargeError(Buffer.concat(chunks));
    if (size > reserved) {
      const more = Math.ceil((size - reserved) / memoryStepBytes) * memoryStepBytes;
      await take(more);
      reserved += more;
    }
    chunks.push(chunk);
    onPiece(chunk);
  }
  return Buffer.concat(chunks);
};

/** Maximum number of bytes of an encoded body that are kept to decode them again, and the number of chunks for that. */
const rereadBytes = 262_144;
const rereadPieces = 4096;

/**
 * Recovers the decoded bytes that precede the failure in a broken chunk. Decodes the body again in small chunks and skips the first
 * `given` bytes, which were passed on before. Passes on at most one step of memory.
 */
const rereadBroken = async (
  coded: readonly Uint8Array[],
  decoder: Transform,
  given: number,
  onPiece: (piece: Uint8Array) => void,
): Promise<void> => {
  const all = Buffer.concat(coded);
  const length = Math.max(1, Math.ceil(all.length / rereadPieces));
  const pieces = Array.from({ length: Math.ceil(all.length / length) }, (_, index) =>
    all.subarray(index * length, (index + 1) * length),
  );
  pipeline([Readable.from(pieces), decoder], () => undefined);
  let skipped = given;
  let passed = 0;
  try {
    for await (const chunk of decoder as AsyncIterable<Uint8Array>) {
      const rest = chunk.subarray(Math.min(skipped, chunk.length), skipped + memoryStepBytes - passed);
      skipped -= Math.min(skipped, chunk.length);
      passed += rest.length;
      if (rest.length > 0) onPiece(rest);
      if (passed >= memoryStepBytes) break;
    }
  } catch {
    // The second attempt fails in the same byte as the first.
  }
};

/**
 * Reads and decodes a whole body (RFC 9110, section 8.4). Between two codings, there may be little more than `maxBytes`.
 * @throws BodyTooLargeError, BudgetExceededError, TooManyCodingsError, BadContentCodingError, or the error of the stream
 */
export const collect = async (
  body: Readable,
  contentEncoding: string,
  bounds: Bounds,
): Promise<Uint8Array> => {
  const decoders = createDecoders(contentEncoding);
  const last = decoders.at(-1);
  if (last === undefined) return collectChunks(body, bounds);
  let received = 0;
  let given = 0;
  const coded: Uint8Array[] = [];
  body.on('data', (chunk: Uint8Array) => {
    received += chunk.length;
    if (received <= rereadBytes) coded.push(chunk);
    else coded.length = 0;
  });
  const onPiece = (piece: Uint8Array): void => {
    given += piece.length;
    bounds.onPiece(piece);
  };
  pipeline(
    [body, ...decoders.flatMap((decoder) => [createSizeLimit(bounds.maxBytes), decoder])],
    () => undefined,
  );
  try {
    return await collectChunks(last, { ...bounds, onPiece });
  } catch (error) {
    if (error instanceof BodyTooLargeError || error instanceof BudgetExceededError) throw error;
    if (received === 0 && body.errored === null) return new Uint8Array();
    if (/^(Z_|ERR_|BR)/.test(getErrorCode(error)) && body.errored === null) {
      const [again] = decoders.length === 1 ? createDecoders(contentEncoding) : [];
      if (again !== undefined) await rereadBroken(coded, again, given, bounds.onPiece);
      throw new BadContentCodingError();
    }
    throw body.errored ?? error;
  }
};
