import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';
import { format, resolveConfig } from 'prettier';

const resolveHere = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The generated file with the script and style of the HTML report as text. */
export const assetsFile = resolveHere('src/html/page-assets.ts');

const bundle = async (entry) => {
  const bundled = await build({
    entryPoints: [resolveHere(entry)],
    bundle: true,
    minify: true,
    format: 'iife',
    target: ['es2022', 'chrome111', 'firefox114', 'safari16.4'],
    charset: 'ascii',
    legalComments: 'none',
    write: false,
  });
  return bundled.outputFiles[0].text.trimEnd();
};

/** Generates the text of {@link assetsFile} from `src/html/page`. */
export const buildPageAssets = async () => {
  const text = [
    '// Written by `node libs/report/build-page.mjs` from the sources in page/.',
    `export const pageScript = ${JSON.stringify(await bundle('src/html/page/main.ts'))};`,
    `export const pageStyle = ${JSON.stringify(await bundle('src/html/page/page.css'))};`,
  ].join('\n\n');
  return format(text, { ...(await resolveConfig(assetsFile)), parser: 'typescript' });
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(assetsFile, await buildPageAssets());
