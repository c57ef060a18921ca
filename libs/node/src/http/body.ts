import type { IncomingMessage } from 'node:http';

import type { BudgetShare } from './budget.js';

/** The body exceeds its limit. */
export class BodyTooLarge extends Error {}

/**
 * Reads the complete body of a request.
 * @param maxBytes the limit
 * @param share counts the body
 * @throws BodyTooLarge, immediately if the Content-Length exceeds the limit; BudgetExceeded
 */
export const readWhole = async (
  request: IncomingMessage,
  maxBytes: number,
  share?: Pick<BudgetShare, 'take'>,
): Promise<Buffer> => {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new BodyTooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new BodyTooLarge();
    share?.take(chunk.length);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};
