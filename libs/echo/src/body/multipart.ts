import { Readable } from 'node:stream';

import type { Context } from 'koa';
import type { KoaBodyMiddlewareOptions } from 'koa-body';

import type { Head } from '../head.js';
import { ClientGone, Refusal } from '../refusal.js';
import { consume } from './consume.js';
import { collectPart, describeParts, type FormPart } from './form-parts.js';
import { parseMediaType } from './media-type.js';

interface IncomingPart extends NodeJS.EventEmitter {
  readonly headers: Readonly<Record<string, string>>;
}

/** The parser takes a form for whole that ends at any boundary; only `--boundary--` ends one (RFC 2046 5.1.1). */
const watchForEnd = (boundary: string) => {
  const end = Buffer.from(`--${boundary}--`, 'latin1');
  let tail: Buffer = Buffer.alloc(0);
  let isSeen = false;
  const watch = (chunk: Buffer): void => {
    if (isSeen) return;
    const seam = Buffer.concat([tail, chunk.subarray(0, end.length)]);
    isSeen = seam.includes(end) || chunk.includes(end);
    tail = Buffer.concat([tail, chunk.subarray(-end.length)]).subarray(-end.length);
  };
  return { watch, hasEnded: () => isSeen };
};

/** Octets come as latin1, because the parser decodes chunk by chunk and would cut a UTF-8 name in two. */
const optionsOf = (onPart: (part: IncomingPart) => void): Partial<KoaBodyMiddlewareOptions> => ({
  multipart: true,
  json: false,
  text: false,
  urlencoded: false,
  formidable: {
    encoding: 'binary',
    onPart: (part) => {
      onPart(part as unknown as IncomingPart);
    },
  },
});

/**
 * Runs koa-body's multipart parser over a stream, nothing of it on disk. It is imported with the first upload:
 * it takes longer to start than the whole server.
 */
const parseForm = async (stream: Readable, boundary: string): Promise<readonly FormPart[]> => {
  const { koaBody } = await import('koa-body');
  const parts: (() => FormPart)[] = [];
  const parse = koaBody(
    optionsOf((part) => {
      const { take, finish } = collectPart(part.headers);
      parts.push(finish);
      part.on('data', take);
    }),
  );
  const headers = {
    'content-type': `multipart/form-data; boundary="${boundary}"`,
    'transfer-encoding': 'chunked',
  };
  const req = Object.assign(stream, { headers });
  await parse({ method: 'POST', req, request: {}, is: () => 'multipart' } as unknown as Context, () =>
    Promise.resolve(),
  );
  return parts.map((finish) => finish());
};

const unreadable = (error: unknown): Error => {
  if (error instanceof Refusal || error instanceof ClientGone) return error;
  return new Refusal(400, 'The multipart body cannot be read.');
};

/**
 * The fields from `body` to `data` for a `multipart/form-data` body, or undefined for an empty one.
 * @throws Refusal 400 without a boundary and for a body that is malformed or cut short, 413 beyond `limit` bytes
 */
export const describeMultipart = async (head: Head, limit: number): Promise<string | undefined> => {
  const { boundary } = parseMediaType(head.used['content-type']);
  if (boundary === undefined)
    throw new Refusal(400, 'The multipart body has no boundary in its Content-Type.');
  const { watch, hasEnded } = watchForEnd(boundary);
  const stream = new Readable({ read: () => undefined });
  let size = 0;
  const feeding = consume(head, limit, (chunk) => {
    size += chunk.length;
    watch(chunk);
    stream.push(chunk);
  }).finally(() => stream.push(null));
  const [parsed, fed] = await Promise.allSettled([parseForm(stream, boundary), feeding]);
  if (fed.status === 'rejected') throw unreadable(fed.reason);
  if (size === 0) return undefined;
  if (parsed.status === 'rejected') throw unreadable(parsed.reason);
  if (!hasEnded()) throw new Refusal(400, 'The multipart body is cut short.');
  return describeParts(parsed.value);
};
