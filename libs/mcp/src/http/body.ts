import type { Readable } from 'node:stream';

import { BodyTooLarge, type Budget, NoRoom, readWhole, type Room } from '@tandem/http';
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

const parse = (text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
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
 * The whole body of a request.
 * @throws BodyTooLarge, NoRoom
 */
export const readCounted = (ctx: Context, limit: number): Promise<Buffer> =>
  readWhole(ctx.req, limit, (ctx.state as State).room);

/** The body as a JSON value, or undefined after having answered why not. */
export const readJson = async (
  ctx: Context,
  limit: number,
): Promise<{ readonly value: unknown } | undefined> => {
  try {
    const parsed = parse((await readCounted(ctx, limit)).toString('utf8'));
    if (parsed === undefined) refuse(ctx, 400, codes.parse, 'The message is not JSON');
    return parsed;
  } catch (error) {
    if (!(error instanceof BodyTooLarge || error instanceof NoRoom)) throw error;
    ctx.set('Connection', 'close');
    if (error instanceof NoRoom) {
      ctx.set('Retry-After', '1');
      refuse(ctx, 503, codes.refused, `BUSY: ${error.message}`);
    } else refuse(ctx, 413, codes.refused, `The body is longer than ${limit} bytes`);
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
