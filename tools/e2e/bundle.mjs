import { basename, join } from 'node:path';

import { build } from 'esbuild';

/** Leaves npm's packages to Node and bundles those of this repository. */
const npmPackagesOutside = {
  name: 'npm packages outside',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^[^./]/ }, ({ path }) =>
      path.startsWith('@tandem/') ? undefined : { path, external: true },
    ),
};

/**
 * Bundles a TypeScript program that a test starts many times, because compiling its sources at each start takes
 * several times longer than the start. The bundle lies in the project, where Node finds the project's packages.
 * @param {string} project the project's folder @param {string} entry the program, from that folder
 */
export const bundleProgram = async (project, entry) => {
  const outfile = join(project, 'test-output', basename(entry).replace(/ts$/, 'mjs'));
  await build({
    entryPoints: [join(project, entry)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['@tandem/source'],
    plugins: [npmPackagesOutside],
    logLevel: 'warning',
  });
  return outfile;
};
