import type { IncomingMessage } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { sendContinue } from '../answer.js';
import type { Head } from '../head.js';
import { ClientDisconnectedError, Refusal } from '../refusal.js';

/** Decodes one content coding. */
interface Decoder extends Transform {
  /** Number of encoded bytes read. Does not count bytes after the end of the encoded data. */
  readonly bytesWritten: number;
}

const decoders: ReadonlyMap<string, () => Decoder> = new Map<string, () => Decoder>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

const maxCodings = 4;

/** Parses the codings of a `Content-Encoding` header in lower case, in the order in which they were applied. Drops `identity`. */
const parseCodings = (header = ''): readonly string[] =>
  header
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');

/**
 * Decoders in the order in which a body passes through them.
 * @throws Refusal 415 for an unknown coding; its `Accept-Encoding` lists the supported ones (RFC 9110, section 12.5.3)
 */
const createDecoders = (codings: readonly string[]): readonly Decoder[] => {
  const unknown = codings.find((coding) => !decoders.has(coding));
  const accept = ['Accept-Encoding', 'gzip, deflate, br'];
  if (unknown !== undefined)
    throw new Refusal(415, `The content coding "${unknown}" is not supported.`, accept);
  if (codings.length > maxCodings) throw new Refusal(415, 'The body has too many content codings.', accept);
  return codings.toReversed().flatMap((coding) => decoders.get(coding)?.() ?? []);
};

/** Creates the error for a body that exceeds the limit. */
const createTooLargeRefusal = (limit: number): Refusal =>
  new Refusal(413, `The body is longer than ${String(limit)} bytes.`);

const createCorruptBodyRefusal = (): Refusal =>
  new Refusal(400, 'The body cannot be decoded with its Content-Encoding.');

const chainDecoders = (request: IncomingMessage, decoders: readonly Decoder[]): Readable =>
  decoders.reduce<Readable>((stream, decoder) => stream.pipe(decoder), request);

const unchain = (request: IncomingMessage, decoders: readonly Decoder[]): void => {
  for (const decoder of decoders) {
    request.unpipe(decoder);
    decoder.destroy();
  }
};

const readDecodedChunks = (
  request: IncomingMessage,
  decoders: readonly Decoder[],
  limit: number,
  take: (chunk: Buffer) => void,
) =>
  new Promise<void>((resolve, reject) => {
    let size = 0;
    let received = 0;
    const stream = chainDecoders(request, decoders);
    const settle = (error?: Error) => {
      stream.off('data', onData);
      request.off('data', count).off('close', onClose);
      unchain(request, decoders);
      request.resume(); // discards the rest, so that a client that is still sending can read the response
      if (error === undefined) resolve();
      else reject(error);
    };
    const count = (chunk: Buffer) => (received += chunk.length);
    const attempt = (chunk: Buffer) => {
      try {
        take(chunk);
      } catch (error) {
        settle(error as Error);
      }
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) settle(createTooLargeRefusal(limit));
      else attempt(chunk);
    };
    const onClose = () => {
      if (!request.complete) settle(new ClientDisconnectedError());
    };
    for (const decoder of decoders) {
      decoder.on('error', () => {
        settle(received === 0 ? undefined : createCorruptBodyRefusal());
      });
    }
    stream.on('data', onData).once('end', () => {
      const [first] = decoders;
      settle(first !== undefined && first.bytesWritten < received ? createCorruptBodyRefusal() : undefined);
    });
    request.on('close', onClose);
    if (decoders.length > 0) request.on('data', count);
  });

/**
 * Reads and decodes the body of a request, and passes it on in chunks.
 * @param limit maximum number of decoded bytes
 * @param take receives the chunks; reading stops if it throws
 * @throws Refusal 413 beyond the limit (before reading if the length is known), 400 or 415 for the codings; ClientDisconnectedError
 */
export const consume = async (head: Head, limit: number, take: (chunk: Buffer) => void): Promise<void> => {
  const codings = parseCodings(head.used['content-encoding']);
  const announced = Number(head.used['content-length'] ?? 0);
  if (codings.length === 0 && announced > limit) throw createTooLargeRefusal(limit);
  const decoders = createDecoders(codings);
  sendContinue(head.request);
  if (head.request.readableEnded) return;
  if (head.request.destroyed) throw new ClientDisconnectedError();
  await readDecodedChunks(head.request, decoders, limit, take);
};
