import { struct, t, decode } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';
import { hasToken } from '@tandem/node/http';
import type { Context } from 'koa';

import { respondWithError, readValue } from './routes.js';

/** The arguments of a raise call, which a second start of the application sends to the first one. */
export const RaiseCall = struct('a raise call', {
  /** Whether a window should be shown. */
  window: t.boolean,
  /** Absolute paths of folders to open as workspaces. */
  workspaces: t.readonlyArray(t.string),
});
export type RaiseCall = t.TypeOf<typeof RaiseCall>;

/** How the first start handled its window: it raised or opened a window, has none, or was not asked to. */
export const RaiseOutcome = t.keyof({ raised: null, opened: null, none: null, unasked: null });
export type RaiseOutcome = t.TypeOf<typeof RaiseOutcome>;

/** The answer to a raise call: how the first start runs, and what it did. */
export const RaiseAnswer = struct('an answer to a raise call', {
  pid: t.number,
  version: t.string,
  /** The page's address with the token of the first start. */
  page: t.string,
  echo: t.string,
  mcp: t.string,
  keepRunning: t.boolean,
  logLevel: t.string,
  shown: RaiseOutcome,
  /** Names of the opened workspaces. */
  opened: t.readonlyArray(t.string),
  /** A message for each folder that could not be opened. */
  refused: t.readonlyArray(t.string),
});
export type RaiseAnswer = t.TypeOf<typeof RaiseAnswer>;

/** Maximum size of the call, in bytes. */
const maxRaiseBytes = 65_536;

/** Whether a request comes from a browser. Browsers send the origin with every POST, and newer ones the fetch metadata too. */
const isFromBrowser = ({ headers }: Context): boolean =>
  headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;

/**
 * Handles `POST /raise` from another process of this user, which has read `key` from the state file. No page may call it, not even
 * Tandem's own.
 */
export const createRaiseRoute =
  (key: string, raise: (call: RaiseCall) => Promise<RaiseAnswer>) =>
  async (ctx: Context): Promise<void> => {
    if (ctx.method !== 'POST') {
      ctx.set('Allow', 'POST');
      respondWithError(ctx, 405, 'Only POST is allowed here.');
    } else if (isFromBrowser(ctx)) respondWithError(ctx, 403, 'Web pages may not call this.');
    else if (!hasToken(ctx.req, key)) respondWithError(ctx, 401, 'The key is from an earlier start.');
    else {
      const call = decode(RaiseCall)(await readValue(ctx, maxRaiseBytes));
      if (E.isLeft(call)) respondWithError(ctx, 400, 'The body is not a valid raise call.');
      else ctx.body = await raise(call.right);
    }
  };
