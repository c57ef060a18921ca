import type { IncomingMessage } from 'node:http';

import type { Context } from 'koa';

import { BodyTooLarge, readWhole } from './body.js';
import type { BudgetShare } from './budget.js';

/** The body is not JSON. */
export class NotJson extends Error {}

/**
 * Reads the body of a request as JSON, whatever its Content-Type.
 * @param share counts the body
 * @throws BodyTooLarge, NotJson, BudgetExceeded
 */
export const readJson = async (
  request: IncomingMessage,
  maxBytes: number,
  share?: Pick<BudgetShare, 'take'>,
): Promise<unknown> => {
  const text = (await readWhole(request, maxBytes, share)).toString('utf8');
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new NotJson();
  }
};

/**
 * Reads the JSON body of a request that may be compressed, with koa-body. koa-body is imported on the first call, because
 * it would double the start-up time of a server.
 * @throws BodyTooLarge; NotJson, also for a `__proto__` key, which koa-body rejects
 */
export const readCompressedJson = async (ctx: Context, maxBytes: number): Promise<unknown> => {
  const { koaBody } = await import('koa-body');
  const read = koaBody({
    json: true,
    jsonStrict: false,
    jsonLimit: maxBytes,
    text: false,
    urlencoded: false,
  });
  try {
    await read(ctx, () => Promise.resolve());
  } catch (error) {
    throw (error as { readonly status?: number }).status === 413 ? new BodyTooLarge() : new NotJson();
  }
  return ctx.request.body;
};
