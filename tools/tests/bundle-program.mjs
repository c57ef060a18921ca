import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { build } from 'esbuild';

import { createPackageOptions } from '../bundle-app.mjs';

/**
 * Bundles the packages of this repository, but imports npm packages from their installed location: Node would not
 * find packages below a library from a bundle in another project.
 */
const npmPackagesOutside = {
  name: 'npm packages outside',
  setup: ({ onResolve, resolve }) =>
    onResolve({ filter: /^[^./]/ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (path.startsWith('@tandem/') || pluginData === npmPackagesOutside) return undefined;
      const found = await resolve(path, { kind, importer, resolveDir, pluginData: npmPackagesOutside });
      const isFile = found.errors.length === 0 && !found.external;
      return { path: isFile ? pathToFileURL(found.path).href : path, external: true };
    }),
};

/** Variables that CommonJS modules need within an ES module. */
const banner = `import { createRequire as bundledRequire } from 'node:module';
import { fileURLToPath as bundledPath } from 'node:url';
const require = bundledRequire(import.meta.url);
const bundledFile = (path) => bundledPath(new URL(path, import.meta.url));`;

/**
 * Bundles a TypeScript program that a test starts many times, because compiling it at each start is several times slower. The bundle is
 * written to the project, where Node finds the project's packages.
 * @param {string} project the project's folder
 * @param {string} entry the program, relative to that folder
 * @param {{ readonly isWhole?: boolean }} [options] `isWhole` also bundles packages from npm, which halves the start time
 */
export const bundleProgram = async (project, entry, { isWhole = false } = {}) => {
  const outfile = join(project, 'test-output', basename(entry).replace(/ts$/, 'mjs'));
  const packages = isWhole
    ? { ...createPackageOptions(dirname(outfile), {}), banner: { js: banner } }
    : { plugins: [npmPackagesOutside] };
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
