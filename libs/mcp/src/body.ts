import type { Readable } from 'node:stream';

import { BodyTooLarge, readWhole } from '@tandem/http';
import type { Context } from 'koa';

import { codes, errorFrame } from './messages.js';

/** Answers with an error of JSON-RPC. */
export const refuse = (
  ctx: Context,
  status: number,
  code: number,
  message: string,
  id: unknown = null,
): void => {
  ctx.status = status;
  ctx.body = errorFrame(id, code, message);
};

const parse = (text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
};

/** The body as a JSON value, or undefined after having answered why not. */
export const readJson = async (
  ctx: Context,
  limit: number,
): Promise<{ readonly value: unknown } | undefined> => {
  try {
    const parsed = parse((await readWhole(ctx.req, limit)).toString('utf8'));
    if (parsed === undefined) refuse(ctx, 400, codes.parse, 'The message is not JSON');
    return parsed;
  } catch (error) {
    if (!(error instanceof BodyTooLarge)) throw error;
    ctx.set('Connection', 'close');
    refuse(ctx, 413, codes.refused, `The body is longer than ${limit} bytes`);
    return undefined;
  }
};

/** Whether the body is said to be JSON as it is; else it was refused. */
export const isJson = (ctx: Context): boolean => {
  const coding = ctx.get('content-encoding').toLowerCase();
  if (ctx.is('application/json') === 'application/json' && ['', 'identity'].includes(coding)) return true;
  refuse(
    ctx,
    415,
    codes.refused,
    'Send the body as Content-Type: application/json, without Content-Encoding',
  );
  return false;
};

/** Answers with a stream of events. */
export const sendStream = (ctx: Context, body: Readable): void => {
  ctx.type = 'text/event-stream';
  ctx.set('Cache-Control', 'no-cache');
  ctx.body = body;
};
