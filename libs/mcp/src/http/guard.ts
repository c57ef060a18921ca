import { foreign, type GuardOptions, hasToken, isDeparture } from '@tandem/http';
import type { Context, Next } from 'koa';

import type { McpLog } from '../catalogue/call.js';
import { refuse } from './body.js';
import { codes } from '../messages.js';

export interface McpGuardOptions extends GuardOptions {
  readonly log: McpLog;
  /** What every request must bring as `Authorization: Bearer`; anybody on this machine may call when left out. */
  readonly token?: string;
}

/** Refuses by the headers alone what is not from this machine or lacks the token. */
export const guard =
  ({ log, token, ...options }: McpGuardOptions) =>
  async (ctx: Context, next: Next): Promise<unknown> => {
    const why = foreign(ctx.req, options);
    if (why !== undefined) {
      log.warn({ host: ctx.get('host'), origin: ctx.get('origin') }, why);
      refuse(ctx, 403, codes.refused, why);
      return undefined;
    }
    if (token === undefined || hasToken(ctx.req, token)) return next() as Promise<unknown>;
    ctx.set('WWW-Authenticate', 'Bearer realm="tandem"');
    refuse(ctx, 401, codes.refused, 'Send the token of this server as Authorization: Bearer');
    return undefined;
  };

/** What is thrown on the way is a defect: logged, never shown. */
export const failures =
  (log: McpLog) =>
  async (ctx: Context, next: Next): Promise<void> => {
    try {
      await next();
    } catch (error) {
      if (ctx.req.destroyed && !ctx.req.complete) return;
      log.error({ err: error }, 'internal error');
      refuse(ctx, 500, codes.internal, 'Internal error');
    }
  };

/** What fails after the answer has begun; a fault of the client is none of ours. */
export const koaFailure =
  (log: McpLog) =>
  (error: NodeJS.ErrnoException): void => {
    if (!isDeparture(error)) log.error({ err: error }, 'internal error');
  };
