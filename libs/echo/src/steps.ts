import type { Budget } from '@tandem/node/http';
import type { Middleware } from 'koa';

import { answerJson, createCorsHeaders, isPreflight, createPreflightHeaders } from './answer.js';
import { noBodyText, readBody } from './body/read.js';
import { formatEcho } from './echo-text.js';
import type { EchoState } from './exchange.js';
import { readHead } from './head.js';
import type { EchoSettings } from './options.js';
import { ClientDisconnectedError, formatErrorBody, Refusal, toRefusal } from './refusal.js';
import { parseSimulation, wait } from './simulation.js';

/** Turns errors of later steps into error responses. */
export const answerFailures =
  (settings: EchoSettings): Middleware<EchoState> =>
  async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      if (error instanceof ClientDisconnectedError) return;
      const refusal = toRefusal(error);
      if (refusal.status === 500 && refusal !== error) ctx.app.emit('error', error, ctx);
      const text = formatErrorBody(refusal.message, refusal.status);
      answerJson(ctx, refusal.status, text, createCorsHeaders(ctx.req, settings), refusal.headers);
    }
  };

/** Reads the head of the request for later steps. */
export const readHeads: Middleware<EchoState> = (ctx, next) => {
  ctx.state.head = readHead(ctx.req);
  return next();
};

/**
 * Creates `say`, with which later steps respond: `reject` fails immediately, `say` waits for `delay`, and `status` replaces the
 * response status. A preflight is not simulated, because a page could never see the result.
 */
export const simulate =
  (settings: EchoSettings): Middleware<EchoState> =>
  async (ctx, next) => {
    const { head } = ctx.state;
    const { delay, status, reject } = isPreflight(ctx.req)
      ? { delay: 0, status: undefined, reject: false }
      : parseSimulation(head);
    if (reject) throw new Refusal(500, 'Simulated error, requested by reject=true.');
    ctx.state.say = async (usual, text, headers = []) => {
      if (delay > 0) await wait(Math.min(delay, settings.maxDelay), ctx.req);
      const written = typeof text === 'string' ? text : text();
      answerJson(ctx, status ?? usual, written, createCorsHeaders(ctx.req, settings), headers);
    };
    await next();
  };

/** Handles all other paths: reads the body, and responds with the echo. */
export const answerWithEcho =
  (settings: EchoSettings, bodies: Budget): Middleware<EchoState> =>
  async ({ req, res, state: { head, say } }) => {
    const share = head.hasBody ? bodies.open(req, res) : undefined;
    const bodyText = share ? await readBody(head, settings, share) : noBodyText;
    share?.hold(bodyText.length);
    const headers = req.method === 'OPTIONS' ? createPreflightHeaders(req) : [];
    await say(200, () => formatEcho(head, bodyText, settings.trustProxy), headers);
  };
