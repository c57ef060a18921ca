import { parseJson } from '@tandem/core/codec';
import { BodyTooLarge, NotJson, readJson } from '@tandem/node/http';
import type { Context } from 'koa';

/** The body as a JSON value; undefined if it is not JSON or too large. */
export const readValue = (ctx: Context, most: number): Promise<unknown> =>
  readJson(ctx.req, most, undefined, parseJson).catch((error: unknown) => {
    if (error instanceof BodyTooLarge || error instanceof NotJson) return undefined;
    throw error;
  });
