import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from 'koa';

import type { BudgetShare } from './budget.js';

/** The body exceeds its limit. */
export class BodyTooLargeError extends Error {}

/**
 * Reads the complete body of a request.
 * @param maxBytes maximum length of the body
 * @param share counts the body
 * @throws BodyTooLargeError, immediately if the Content-Length exceeds the limit; BudgetExceededError
 */
export const readWhole = async (
  request: IncomingMessage,
  maxBytes: number,
  share?: Pick<BudgetShare, 'take'>,
): Promise<Buffer> => {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new BodyTooLargeError();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new BodyTooLargeError();
    share?.take(chunk.length);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** The body is not JSON. */
export class NotJsonError extends Error {}

/** Parses JSON text; any exception means that it is not JSON. */
export type ParseJson = (text: string) => unknown;

const parseJsonText = (parse: ParseJson, text: string): unknown => {
  try {
    return parse(text);
  } catch {
    throw new NotJsonError();
  }
};

/**
 * Reads the body of a request as JSON, whatever its Content-Type.
 * @param share counts the body
 * @param parse default: `JSON.parse`
 * @throws BodyTooLargeError, NotJsonError, BudgetExceededError
 */
export const readJson = async (
  request: IncomingMessage,
  maxBytes: number,
  share?: Pick<BudgetShare, 'take'>,
  parse: ParseJson = JSON.parse,
): Promise<unknown> => parseJsonText(parse, (await readWhole(request, maxBytes, share)).toString('utf8'));

/**
 * The part of a Koa context that the types of this library name. Naming Koa's own types would make the programs that import this library
 * check them, and they conflict with those of content-disposition.
 */
export interface BodyContext {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

/**
 * Reads the JSON body of a request with koa-body. The body may be compressed. koa-body is imported on the first call, because
 * it would double the start-up time of a server.
 * @param parse default: `JSON.parse`
 * @throws BodyTooLargeError; NotJsonError, also for a `__proto__` key, which koa-body rejects
 */
export const readCompressedJson = async (
  ctx: BodyContext,
  maxBytes: number,
  parse: ParseJson = JSON.parse,
): Promise<unknown> => {
  const { koaBody } = await import('koa-body');
  const read = koaBody({
    json: true,
    jsonStrict: false,
    jsonLimit: maxBytes,
    text: false,
    urlencoded: false,
    includeUnparsed: true,
  });
  try {
    await read(ctx as Context, () => Promise.resolve());
  } catch (error) {
    throw (error as { readonly status?: number }).status === 413
      ? new BodyTooLargeError()
      : new NotJsonError();
  }
  return parseJsonText(parse, String((ctx as Context).request.rawBody));
};
