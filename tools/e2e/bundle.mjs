import { basename, dirname, join } from 'node:path';

import { build } from 'esbuild';

import { withPackages } from '../bundle-app.mjs';

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
 * @param {{ readonly isWhole?: boolean }} [options] `isWhole` for one with the packages from npm, too, which starts in half the time
 */
export const bundleProgram = async (project, entry, { isWhole = false } = {}) => {
  const outfile = join(project, 'test-output', basename(entry).replace(/ts$/, 'mjs'));
  const packages = isWhole ? withPackages(dirname(outfile), {}) : { plugins: [npmPackagesOutside] };
  await build({
    entryPoints: [join(project, entry)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['@tandem/source'],
    ...packages,
    logLevel: 'warning',
  });
  return outfile;
};
