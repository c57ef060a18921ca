import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const folder = fileURLToPath(new URL('../../libs/window/dist-ui/', import.meta.url));

/** Lists the names of the scripts and styles that the built page loads before first use. */
export const listFirstLoadFiles = () => {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  return readdirSync(join(folder, 'assets')).filter((name) => page.includes(name));
};

/** Sums the size of these files in bytes, compressed with gzip. Fonts are excluded: the page is shown while they load. */
export const countFirstLoadBytes = () =>
  listFirstLoadFiles()
    .map((name) => gzipSync(readFileSync(join(folder, 'assets', name))).length)
    .reduce((sum, length) => sum + length, 0);
