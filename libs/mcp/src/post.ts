import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js';
import { BodyTooLarge, readWhole } from '@tandem/http';
import type { Context } from 'koa';

import { answerAll } from './exchange.js';
import { codes, type Element, errorFrame, maxBatch, readElement } from './messages.js';

/** The longest body of a POST, in bytes. */
export const maxBodyBytes = 8 * 1024 * 1024;

const refuse = (ctx: Context, status: number, code: number, message: string, id: unknown = null): void => {
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

/** The body as a JSON value, or undefined after having answered why not. */
const readJson = async (ctx: Context, limit: number): Promise<{ readonly value: unknown } | undefined> => {
  try {
    const parsed = parse((await readWhole(ctx.req, limit)).toString('utf8'));
    if (parsed === undefined) refuse(ctx, 400, codes.parse, 'The body is not JSON');
    return parsed;
  } catch (error) {
    if (!(error instanceof BodyTooLarge)) throw error;
    ctx.set('Connection', 'close');
    refuse(ctx, 413, codes.refused, `The body is longer than ${limit} bytes`);
    return undefined;
  }
};

/** Aborted when the client goes away before it was answered. */
const goneSignal = (ctx: Context): AbortSignal => {
  const controller = new AbortController();
  ctx.res.once('close', () => {
    if (!ctx.res.writableFinished) controller.abort();
  });
  return controller.signal;
};

const elementsOf = (ctx: Context, value: unknown): readonly Element[] | undefined => {
  if (!Array.isArray(value)) return [readElement(value, false)];
  if (value.length === 0 || value.length > maxBatch) {
    refuse(ctx, 400, codes.invalidRequest, `A batch holds 1 to ${maxBatch} messages`);
    return undefined;
  }
  return value.map((one) => readElement(one, true));
};

const supported = [...SUPPORTED_PROTOCOL_VERSIONS];

const acceptable = (ctx: Context): boolean => {
  const version = ctx.get('mcp-protocol-version');
  if (version !== '' && !supported.includes(version)) {
    refuse(
      ctx,
      400,
      codes.refused,
      `Unsupported protocol version ${version}; supported are ${supported.join(', ')}`,
    );
    return false;
  }
  if (ctx.is('application/json') !== 'application/json') {
    refuse(ctx, 415, codes.refused, 'Send the body as Content-Type: application/json');
    return false;
  }
  return true;
};

/** POST /: JSON-RPC in, JSON out; 202 when no answer is owed. */
export const post =
  (newServer: () => Server, limit = maxBodyBytes) =>
  async (ctx: Context): Promise<void> => {
    if (!acceptable(ctx)) return;
    const body = await readJson(ctx, limit);
    const elements = body && elementsOf(ctx, body.value);
    if (elements === undefined) return;
    const single = !Array.isArray(body?.value);
    const answers = await answerAll(elements, newServer, goneSignal(ctx));
    const [first] = answers;
    if (first === undefined) {
      ctx.status = 202;
      ctx.body = null;
      ctx.status = 202;
      return;
    }
    const wrong = elements[0]?.kind === 'wrong' && elements[0].frame.error.code === codes.invalidRequest;
    ctx.status = single && wrong ? 400 : 200;
    ctx.type = 'application/json';
    ctx.body = JSON.stringify(single ? first : answers);
  };
