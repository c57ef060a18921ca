import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

const resolvePath = (path) => fileURLToPath(new URL(path, import.meta.url));
const common = { bundle: true, target: 'es2023', conditions: ['@tandem/source'], legalComments: 'none' };

const bundleGuest = async (entry, more = {}) => {
  const bundled = await build({
    ...common,
    ...more,
    entryPoints: [resolvePath(entry)],
    format: 'iife',
    minify: true,
    write: false,
  });
  return bundled.outputFiles[0].text;
};

/** The guest's prelude, and the URL implementation, which is loaded on demand. */
const buildGuestSources = async () => ({
  prelude: await bundleGuest('src/guest/main.ts'),
  url: `(() => { ${await bundleGuest('src/guest/web/url.ts', { globalName: 'tandemUrl' })}; return tandemUrl; })()`,
});

/** A library as a program that returns it when first required. */
const bundleLibrary = async (file) => {
  const text = await bundleGuest(`libraries/${file}`, {
    globalName: 'it',
    platform: 'browser',
    define: { global: 'globalThis' },
    // xml2js parses without a timer unless configured otherwise.
    alias: { timers: resolvePath('src/guest/foreign/node-timers.ts') },
    ...(file === 'node.mjs' ? { inject: [resolvePath('src/guest/foreign/node-process.ts')] } : {}),
  });
  return `__tandemForeign.library(${JSON.stringify(basename(file, '.mjs'))},()=>{${text};return it.default});`;
};

/** Bundles the shim for scripts of other tools and their libraries into dist/foreign; the host reads them on demand. */
const buildForeign = async () => {
  const folder = resolvePath('dist/foreign');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const dialect of ['postman', 'bruno'])
    await writeFile(
      join(folder, `${dialect}.js`),
      await bundleGuest(`src/guest/foreign/${dialect}/index.ts`),
    );
  for (const file of await readdir(resolvePath('libraries')))
    await writeFile(join(folder, file.replace('.mjs', '.js')), await bundleLibrary(file));
};

/** Bundles the prelude, and the host process that contains it, into dist/host.mjs. */
export const buildHost = async () => {
  await buildForeign();
  await build({
    ...common,
    entryPoints: [resolvePath('src/host/main.ts')],
    platform: 'node',
    format: 'esm',
    outfile: resolvePath('dist/host.mjs'),
    define: { TANDEM_GUEST: JSON.stringify(await buildGuestSources()) },
  });
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildHost();
