import type { CallContext } from '@tandem/application';
import { parseJson, stringifyJson } from '@tandem/core/codec';
import { type BodyContext, BodyTooLargeError, readCompressedJson } from '@tandem/node/http';
import type { JSONRPCResponse } from 'json-rpc-2.0';

import type { RpcServer } from '../server.js';
import { createErrorFrame, type Receive, createReceiver } from './frames.js';

/** Options of RPC over POST. */
export interface RpcOverHttpOptions {
  /** Maximum size of a body, in bytes. Default: 8 MiB. */
  readonly maxBodyBytes?: number;
}

const defaultMaxBodyBytes = 8 * 1024 * 1024;

/** Maximum number of frames in a batch. */
const maxBatch = 100;

/** The parts of a Koa context that are needed here. */
export interface RpcContext extends BodyContext {
  readonly method: string;
  readonly is: (type: string) => string | false | null;
  readonly set: (name: string, value: string) => void;
  status: number;
  type: string;
  body: unknown;
}

/** Reads the frame in the body of a request. If that fails, responds with an error and returns undefined. */
const readFrame = async (
  ctx: RpcContext,
  maxBodyBytes: number,
): Promise<{ readonly frame: unknown } | undefined> => {
  try {
    return { frame: await readCompressedJson(ctx, maxBodyBytes, parseJson) };
  } catch (error) {
    const isTooLarge = error instanceof BodyTooLargeError;
    ctx.status = isTooLarge ? 413 : 400;
    ctx.body = isTooLarge
      ? createErrorFrame(null, -32600, 'The body is too long')
      : createErrorFrame(null, -32700, 'The body is not JSON');
    return undefined;
  }
};

/** Creates the context of a call, whose signal is aborted if the caller disconnects before the response. */
const callContext = (ctx: RpcContext): CallContext => {
  const controller = new AbortController();
  ctx.res.once('close', () => {
    if (!ctx.res.writableFinished) controller.abort();
  });
  return { signal: controller.signal, progress: () => undefined, by: 'script', kind: 'script' };
};

const answerBatch = async (
  receive: Receive,
  frames: readonly unknown[],
  context: CallContext,
): Promise<JSONRPCResponse | readonly JSONRPCResponse[] | null> => {
  if (frames.length === 0 || frames.length > maxBatch)
    return createErrorFrame(null, -32600, `A batch holds 1 to ${maxBatch} requests`);
  const answers = await Promise.all(frames.map((frame) => receive(frame, context)));
  const owed = answers.filter((answer) => answer !== null);
  return owed.length === 0 ? null : owed;
};

/**
 * Serves JSON-RPC 2.0 over POST, for scripts and tools that need no events. Answers the calls of a batch in order, and notifications with
 * 204. It is middleware for Koa; the middleware before it decides who may call.
 */
export const createRpcOverHttp = (
  rpc: Pick<RpcServer, 'callByName'>,
  options: RpcOverHttpOptions = {},
): ((ctx: RpcContext) => Promise<void>) => {
  const { maxBodyBytes = defaultMaxBodyBytes } = options;
  const receive = createReceiver(rpc);
  return async (ctx) => {
    if (ctx.method !== 'POST' || ctx.is('application/json') !== 'application/json') {
      ctx.status = ctx.method === 'POST' ? 415 : 405;
      ctx.set('Allow', 'POST');
      ctx.body = createErrorFrame(null, -32600, 'POST a JSON-RPC 2.0 request as application/json');
      return;
    }
    const context = callContext(ctx);
    const body = await readFrame(ctx, maxBodyBytes);
    if (body === undefined) return;
    const { frame } = body;
    const answer = await (Array.isArray(frame)
      ? answerBatch(receive, frame, context)
      : receive(frame, context));
    ctx.status = answer === null ? 204 : 200;
    if (answer !== null) {
      ctx.type = 'application/json';
      ctx.body = stringifyJson(answer);
    }
  };
};
