import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const common = { bundle: true, target: 'es2023', conditions: ['@tandem/source'], legalComments: 'none' };

const bundleGuest = async (entry, more = {}) => {
  const bundled = await build({
    ...common,
    ...more,
    entryPoints: [here(entry)],
    format: 'iife',
    minify: true,
    write: false,
  });
  return bundled.outputFiles[0].text;
};

/** The guest's prelude, and the URL implementation, which is loaded on demand. */
const guestSources = async () => ({
  prelude: await bundleGuest('src/guest/main.ts'),
  url: `(() => { ${await bundleGuest('src/guest/url.ts', { globalName: 'tandemUrl' })}; return tandemUrl; })()`,
});

/** Bundles the prelude, and the host process that contains it, into dist/host.mjs. */
export const buildHost = async () => {
  await build({
    ...common,
    entryPoints: [here('src/host/main.ts')],
    platform: 'node',
    format: 'esm',
    outfile: here('dist/host.mjs'),
    define: { TANDEM_GUEST: JSON.stringify(await guestSources()) },
  });
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildHost();
