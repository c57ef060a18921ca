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

/** Bundles the guest's prelude, and the URL implementation, which a script loads when it first uses URL. */
const buildGuestSources = async () => ({
  prelude: await bundleGuest('src/guest/main.ts'),
  url: `(() => { ${await bundleGuest('src/guest/web/url.ts', { globalName: 'tandemUrl' })}; return tandemUrl; })()`,
});

/** Bundles a library as a program that returns the library when it is first required. */
const bundleLibrary = async (file) => {
  const text = await bundleGuest(`libraries/${file}`, {
    globalName: 'it',
    platform: 'browser',
    define: { global: 'globalThis' },
    // Unless configured otherwise, xml2js parses without a timer, so a script needs none of Node's.
    alias: { timers: resolvePath('src/guest/foreign/node-timers.ts') },
    ...(file === 'node.mjs' ? { inject: [resolvePath('src/guest/foreign/node-process.ts')] } : {}),
  });
  return `__tandemForeign.library(${JSON.stringify(basename(file, '.mjs'))},()=>{${text};return it.default});`;
};

/** Bundles the shims for scripts of other tools, and their libraries, into dist/foreign. The host reads each when a script needs it. */
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
