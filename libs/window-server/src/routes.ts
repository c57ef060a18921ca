import { type Application, uploadLimits } from '@tandem/application';
import { ExecutionId, describe } from '@tandem/core';
import { E } from '@tandem/core/fp';
import type { Context } from 'koa';
import { parseJson } from '@tandem/core/codec';
import { BodyTooLargeError, NotJsonError, readJson } from '@tandem/node/http';

/** Responds with an error as JSON: a message and the status. */
export const respondWithError = (ctx: Context, status: number, error: string): void => {
  ctx.status = status;
  ctx.body = { error, status };
};

/** Reads the body as a JSON value; undefined if it is not JSON or too large. */
export const readValue = (ctx: Context, maxBytes: number): Promise<unknown> =>
  readJson(ctx.req, maxBytes, undefined, parseJson).catch((error: unknown) => {
    if (error instanceof BodyTooLargeError || error instanceof NotJsonError) return undefined;
    throw error;
  });

/** The header that tells whether only the beginning of a body is stored. */
const truncatedHeader = 'X-Tandem-Truncated';

/**
 * `GET /body?id=…` responds with the complete stored body of an execution. As part of an RPC message, the body would have to be parsed
 * on the page's only thread. The bytes are untrusted, so no browser may interpret them as another type.
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

/**
 * `POST /files?name=…` copies its body into the folder `files` of the active workspace, and responds with the path. The body is streamed
 * to disk, so that a large file does not have to fit into memory. `POST /files?path=…` adds a file that imported requests send.
 */
export const createFilesRoute =
  ({ workspaces }: Pick<Application, 'workspaces'>) =>
  async (ctx: Context): Promise<void> => {
    const { name, path } = ctx.query;
    if (ctx.method !== 'POST' || (typeof name !== 'string' && typeof path !== 'string')) {
      respondWithError(ctx, 400, 'A file is added by POST, with its name or path in the query.');
      return;
    }
    // Refuse before reading the body, so that the browser gets the response instead of a broken connection.
    if (Number(ctx.get('content-length')) > uploadLimits.bytes) {
      const limit = `${uploadLimits.bytes / 1024 / 1024} MiB`;
      respondWithError(
        ctx,
        413,
        `The file has more than ${limit}. Copy it into the workspace's folder yourself.`,
      );
      return;
    }
    const bytes: AsyncIterable<Uint8Array> = ctx.req;
    const adding =
      typeof path === 'string'
        ? workspaces.addSentFile({ path, bytes })
        : workspaces.addFile({ name: String(name), bytes });
    const outcome = await adding();
    if (E.isRight(outcome)) ctx.body = outcome.right;
    else respondWithError(ctx, outcome.left.kind === 'storage-failed' ? 500 : 400, describe(outcome.left));
  };
