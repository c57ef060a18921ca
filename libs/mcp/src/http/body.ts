import type { Readable } from 'node:stream';

import { BodyTooLarge, type Budget, NoRoom, NotJson, readJson, type Room } from '@tandem/http';
import type { Context, Next } from 'koa';

import { codes, errorFrame } from '../messages.js';

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

interface State {
  room?: Room;
}

/** Counts the body of each request until it is answered, or until its answer is a stream. */
export const countBodies =
  (bodies: Budget) =>
  (ctx: Context, next: Next): unknown => {
    (ctx.state as State).room = bodies.open(ctx.req, ctx.res);
    return next();
  };

/**
 * The body as a JSON value.
 * @throws BodyTooLarge, NotJson, NoRoom
 */
export const readCounted = (ctx: Context, limit: number): Promise<unknown> =>
  readJson(ctx.req, limit, (ctx.state as State).room);

const refuseBody = (ctx: Context, limit: number, error: unknown): void => {
  if (error instanceof NotJson) {
    refuse(ctx, 400, codes.parse, 'The message is not JSON');
    return;
  }
  ctx.set('Connection', 'close');
  if (error instanceof NoRoom) {
    ctx.set('Retry-After', '1');
    refuse(ctx, 503, codes.refused, `BUSY: ${error.message}`);
  } else if (error instanceof BodyTooLarge)
    refuse(ctx, 413, codes.refused, `The body is longer than ${limit} bytes`);
  else throw error;
};

/** The body as a JSON value, or undefined after having answered why not. */
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
  (ctx.state as State).room?.free();
  ctx.type = 'text/event-stream';
  ctx.set('Cache-Control', 'no-cache');
  ctx.body = body;
};
