import { basename, join } from 'node:path';

import { build } from 'esbuild';

/** Bundles the packages of this repository but not those from npm. */
const npmPackagesOutside = {
  name: 'npm packages outside',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^[^./]/ }, ({ path }) =>
      path.startsWith('@tandem/') ? undefined : { path, external: true },
    ),
};

/**
 * Bundles a TypeScript program that a test starts many times, because compiling it at each start takes several times longer.
 * The bundle is written to the project, where Node finds the project's packages.
 * @param {string} project the project's folder @param {string} entry the program, relative to that folder
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
