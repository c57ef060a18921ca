import { type Application, uploadLimits } from '@tandem/application';
import { describe } from '@tandem/core';
import { E } from '@tandem/core/fp';
import type { Context } from 'koa';

import { answer } from './answer.js';

/**
 * `POST /files?name=…` copies its body into the folder `files` of the active workspace and responds with the path.
 * The body is streamed to disk, so that a large file needs no memory.
 */
export const createFilesRoute =
  ({ workspaces }: Pick<Application, 'workspaces'>) =>
  async (ctx: Context): Promise<void> => {
    const { name } = ctx.query;
    if (ctx.method !== 'POST' || typeof name !== 'string') {
      answer(ctx, 400, 'A file is added by POST, with its name in the query.');
      return;
    }
    // Rejected before it is read, so that the browser gets the response and not a broken connection.
    if (Number(ctx.get('content-length')) > uploadLimits.bytes) {
      const most = `${uploadLimits.bytes / 1024 / 1024} MiB`;
      answer(ctx, 413, `The file has more than ${most}. Copy it into the workspace's folder yourself.`);
      return;
    }
    const outcome = await workspaces.addFile({ name, bytes: ctx.req })();
    if (E.isRight(outcome)) ctx.body = outcome.right;
    else answer(ctx, outcome.left.kind === 'storage-failed' ? 500 : 400, describe(outcome.left));
  };
