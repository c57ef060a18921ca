import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Context } from 'koa';

import { respondWithError } from './routes.js';

/** The folder of the built page, next to this library both in a clone and in the package. */
const builtPageFolder = fileURLToPath(new URL('../../window/dist-ui', import.meta.url));

/** URLs of documents: the page itself, and the component gallery for developers. */
const documents: ReadonlyMap<string, string> = new Map([
  ['/', '/index.html'],
  ['/gallery', '/gallery.html'],
]);

/** File names below assets contain a content hash; the page itself is never cached. */
const getCacheControl = (path: string): string =>
  path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-store';

/** Lists the files of a folder by URL path. Nothing else can be requested. */
const listPageFiles = (folder: string): ReadonlyMap<string, string> => {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(files.map((file) => [file.slice(folder.length).replaceAll('\\', '/'), file]));
};

/**
 * Serves the built page. A file is read completely before the response begins. A stream may fail to open, for lack of
 * file descriptors or because the page was rebuilt, and it would be too late to report that.
 * @throws if the page was not built
 */
export const servePageFiles = (folder: string = builtPageFolder) => {
  if (!existsSync(join(folder, 'index.html')))
    throw new Error('the page is not built; run `npm run build` first');
  const files = listPageFiles(folder);
  return async (ctx: Context): Promise<void> => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      ctx.set('Allow', 'GET, HEAD');
      respondWithError(ctx, 405, 'The page is read-only; use GET or HEAD.');
      return;
    }
    const path = documents.get(ctx.path) ?? ctx.path;
    const file = files.get(path);
    const content = file === undefined ? undefined : await readFile(file).catch(() => undefined);
    if (content === undefined) {
      respondWithError(ctx, 404, 'Page not found.');
      return;
    }
    ctx.set('Cache-Control', getCacheControl(path));
    ctx.type = path.slice(path.lastIndexOf('.'));
    ctx.body = content;
  };
};
