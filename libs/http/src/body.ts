import type { IncomingMessage } from 'node:http';

import type { Room } from './budget.js';

/** A body that is longer than it may be. */
export class BodyTooLarge extends Error {}

/**
 * The whole body of a request.
 * @param maxBytes the most it may be
 * @param room where it is counted
 * @throws BodyTooLarge, at once when the announced length is too great; NoRoom
 */
export const readWhole = async (
  request: IncomingMessage,
  maxBytes: number,
  room?: Pick<Room, 'take'>,
): Promise<Buffer> => {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new BodyTooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new BodyTooLarge();
    room?.take(chunk.length);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};
