import type { Readable } from 'node:stream';

import {
  BodyTooLargeError,
  type Budget,
  BudgetExceededError,
  NotJsonError,
  readJson,
  type BudgetShare,
} from '@tandem/node/http';
import type { Context, Next } from 'koa';

import { codes, createErrorFrame } from '../messages.js';
import { parseMessage } from '../parse-message.js';

/** Responds with a JSON-RPC error. */
export const refuse = (
  ctx: Context,
  status: number,
  code: number,
  message: string,
  id: unknown = null,
): void => {
  ctx.status = status;
  ctx.body = createErrorFrame(id, code, message);
};

interface CountedState {
  share?: BudgetShare;
}

/** Counts the body of each request against the memory budget until the request is answered or its stream opens. */
export const countBodies =
  (bodies: Budget) =>
  (ctx: Context, next: Next): unknown => {
    (ctx.state as CountedState).share = bodies.open(ctx.req, ctx.res);
    return next();
  };

/**
 * Reads the body of a request as JSON.
 * @throws BodyTooLargeError, NotJsonError, BudgetExceededError
 */
export const readCounted = (ctx: Context, limit: number): Promise<unknown> =>
  readJson(ctx.req, limit, (ctx.state as CountedState).share, parseMessage);

const refuseBody = (ctx: Context, limit: number, error: unknown): void => {
  if (error instanceof NotJsonError) {
    refuse(ctx, 400, codes.parse, 'The message is not JSON');
    return;
  }
  ctx.set('Connection', 'close');
  if (error instanceof BudgetExceededError) {
    ctx.set('Retry-After', '1');
    refuse(ctx, 503, codes.refused, `BUSY: ${error.message}`);
  } else if (error instanceof BodyTooLargeError)
    refuse(ctx, 413, codes.refused, `The body is longer than ${limit} bytes`);
  else throw error;
};

/** Reads the body of a request as JSON. If that fails, responds with an error and returns undefined. */
export const readBody = async (
  ctx: Context,
  limit: number,
): Promise<{ readonly value: unknown } | undefined> => {
  try {
    return { value: await readCounted(ctx, limit) };
  } catch (error) {
    refuseBody(ctx, limit, error);
    return undefined;
  }
};

/** Whether the headers declare an uncompressed JSON body. If they do not, responds with an error. */
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

/** Responds with an event stream. */
export const sendStream = (ctx: Context, body: Readable): void => {
  (ctx.state as CountedState).share?.free();
  ctx.type = 'text/event-stream';
  ctx.set('Cache-Control', 'no-cache');
  ctx.body = body;
};
