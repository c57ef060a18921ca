import type { Context } from 'koa';

/** Responds with an error as JSON: what is wrong, and the status. */
export const answer = (ctx: Context, status: number, error: string): void => {
  ctx.status = status;
  ctx.body = { error, status };
};
