import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Context } from 'koa';
import sirv from 'sirv';

const built = fileURLToPath(new URL('../dist-ui', import.meta.url));

/** Names below assets hold a hash of the content; the page itself is never kept. */
const cacheFor = (path: string): string =>
  path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-store';

/**
 * Serves the built page.
 * @throws when the page was not built
 */
export const pageFiles = (folder: string = built) => {
  if (!existsSync(join(folder, 'index.html')))
    throw new Error('the page is not built; run `npm run build` first');
  const serve = sirv(folder, {
    setHeaders: (response, path) => response.setHeader('Cache-Control', cacheFor(path)),
  });
  return async (ctx: Context): Promise<void> => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      ctx.set('Allow', 'GET, HEAD');
      ctx.status = 405;
      ctx.body = { error: 'The page is only read.', status: 405 };
      return;
    }
    const found = await new Promise<boolean>((resolve) => {
      ctx.res.once('close', () => {
        resolve(true);
      });
      ctx.res.statusCode = 200; // Koa starts with 404
      serve(ctx.req, ctx.res, () => {
        resolve(false);
      });
    });
    ctx.respond = !found;
    if (found) return;
    ctx.status = 404;
    ctx.body = { error: 'There is no such page.', status: 404 };
  };
};
