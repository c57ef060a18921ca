import { decode } from '@tandem/core/codec';
import { E } from '@tandem/core/fp';
import { ResumeCall, resumePath } from '@tandem/window';
import type { Context } from 'koa';

import { answer } from './answer.js';
import { readValue } from './read-value.js';
import type { PageSession, Passes } from './session.js';

/** Maximum size of a resume call, in bytes. */
const maxResumeBytes = 4_096;

const answerPasses = (ctx: Context, passes: Passes | undefined, why: string): void => {
  if (passes === undefined) answer(ctx, 401, why);
  else {
    ctx.set('Set-Cookie', passes.cookie);
    ctx.body = { proof: passes.proof };
  }
};

/** Exchanges a bearer token for the cookie and the proof. */
const tradeBearerToken = (ctx: Context, session: PageSession, port: number): void => {
  const token = /^Bearer (\S+)$/.exec(ctx.get('authorization'))?.[1] ?? '';
  const why = 'The token is from an earlier start. Use the address that Tandem printed.';
  answerPasses(ctx, session.trade(token, port), why);
};

/** Issues them to a page of an earlier start that sends a valid signature. */
const resume = async (ctx: Context, session: PageSession, port: number): Promise<void> => {
  const call = decode(ResumeCall)(await readValue(ctx, maxResumeBytes));
  if (E.isLeft(call)) answer(ctx, 400, 'The body is not a valid resume call.');
  else if (call.right.signature === undefined) ctx.body = session.challenge(call.right.nonce, port);
  else {
    const { nonce, signature } = call.right;
    const why = 'The page has the key of another Tandem. Use the address that Tandem printed.';
    answerPasses(ctx, session.resume(nonce, signature, port), why);
  }
};

/** Handles the calls that start a page session; returns false for any other request. */
export const enter = async (ctx: Context, session: PageSession, port: number): Promise<boolean> => {
  if (ctx.method !== 'POST') return false;
  if (ctx.path === '/session') tradeBearerToken(ctx, session, port);
  else if (ctx.path === resumePath) await resume(ctx, session, port);
  else return false;
  return true;
};
