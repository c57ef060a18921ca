import { decode } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';
import { BodyTooLarge, hasToken, NotJson, readJson } from '@tandem/node/http';
import type { Context } from 'koa';

import { RaiseCall, type RaiseAnswer } from './raise.js';

/** Maximum size of the call, in bytes. */
const maxRaiseBytes = 65_536;

const readCall = async (ctx: Context): Promise<RaiseCall | undefined> => {
  try {
    const decoded = decode(RaiseCall)(await readJson(ctx.req, maxRaiseBytes));
    return E.isRight(decoded) ? decoded.right : undefined;
  } catch (error) {
    if (error instanceof NotJson || error instanceof BodyTooLarge) return undefined;
    throw error;
  }
};

/** Browsers send the origin with every POST, and newer ones also where a request comes from. */
const isOfBrowser = ({ headers }: Context): boolean =>
  headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;

/**
 * Handles `POST /raise` from another process of this user, which has read `key` from the state file. No page may call
 * it, not even our own.
 */
export const raiseRoute =
  (key: string, raise: (call: RaiseCall) => Promise<RaiseAnswer>) =>
  async (ctx: Context): Promise<void> => {
    const refuse = (status: number, error: string): void => {
      ctx.status = status;
      ctx.body = { error, status };
    };
    if (ctx.method !== 'POST') {
      ctx.set('Allow', 'POST');
      refuse(405, 'Only POST is allowed here.');
    } else if (isOfBrowser(ctx)) refuse(403, 'Web pages may not call this.');
    else if (!hasToken(ctx.req, key)) refuse(401, 'The key is from an earlier start.');
    else {
      const call = await readCall(ctx);
      if (call === undefined) refuse(400, 'The body is not a valid raise call.');
      else ctx.body = await raise(call);
    }
  };
