import type { Application } from '@tandem/application';
import { ExecutionId } from '@tandem/core';
import { E } from '@tandem/core/fp';
import type { Context } from 'koa';

/** Indicates whether only the start of a body is stored. */
const truncatedHeader = 'X-Tandem-Truncated';

/**
 * `GET /body?id=…` responds with the complete stored body of an execution. It is not part of an RPC message, which
 * the page would have to parse on its only thread. The bytes are untrusted, so no browser may interpret them as
 * another type.
 */
export const createBodyRoute =
  ({ executions }: Pick<Application, 'executions'>) =>
  async (ctx: Context): Promise<void> => {
    const { id } = ctx.query;
    ctx.type = 'application/octet-stream';
    if (!ExecutionId.is(id)) {
      ctx.status = 400;
      return;
    }
    const outcome = await executions.body(id)();
    if (E.isLeft(outcome)) {
      ctx.status = outcome.left.kind === 'not-found' ? 404 : 500;
      return;
    }
    const body = outcome.right;
    if (body === null) {
      ctx.status = 404;
      return;
    }
    ctx.set(truncatedHeader, String(body.truncated));
    ctx.body = Buffer.from(body.bytes.buffer, body.bytes.byteOffset, body.bytes.byteLength);
    ctx.type = 'application/octet-stream';
  };
