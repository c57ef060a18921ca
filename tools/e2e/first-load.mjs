import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/**
 * The bytes, compressed by gzip, of the scripts and styles that the built page loads before anything is done in it. Fonts are not
 * among them: the page is shown while they load.
 */
export const firstLoadBytes = () => {
  const folder = fileURLToPath(new URL('../../libs/window/dist-ui/', import.meta.url));
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const files = readdirSync(join(folder, 'assets')).filter((name) => page.includes(name));
  return files
    .map((name) => gzipSync(readFileSync(join(folder, 'assets', name))).length)
    .reduce((sum, length) => sum + length, 0);
};
