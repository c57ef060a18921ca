import { findForeignReason, hasToken, isDisconnect } from '@tandem/node/http';
import type { Context, Next } from 'koa';

import type { McpLog } from '../catalogue/call.js';
import { refuse } from './body.js';
import type { McpGuardOptions } from './options.js';
import { codes } from '../messages.js';

/** Refuses requests from other machines, from web pages of other origins, and without the token. */
export const guard =
  ({ log, token, ...options }: McpGuardOptions) =>
  async (ctx: Context, next: Next): Promise<unknown> => {
    const why = findForeignReason(ctx.req, options);
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

/** Responds with an internal error if a handler throws, and logs it. */
export const answerFailures =
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

/** Handles errors that occur after the response has begun. Ignores those that the client caused. */
export const createKoaErrorHandler =
  (log: McpLog) =>
  (error: NodeJS.ErrnoException): void => {
    if (!isDisconnect(error)) log.error({ err: error }, 'internal error');
  };
