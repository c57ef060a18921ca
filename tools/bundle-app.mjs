import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

import { root } from './launch/say.mjs';

const inLibs = (path) => join(root, 'libs', ...path.split('/'));

/** The compiled files that libraries start as threads. */
const threads = {
  documents: inLibs('folder/dist/document/worker.js'),
  imports: inLibs('import/dist/worker.js'),
  exports: inLibs('export/dist/worker.js'),
  bruno: inLibs('import/dist/bruno/worker.js'),
  jsonPath: inLibs('persistence/dist/json-path/worker.js'),
  schemas: inLibs('workbench/dist/schemas/worker.js'),
};

/** The compiled files that each application starts as threads, by the names of their bundles. */
const threadsOf = {
  desktop: { ...threads, echo: join(root, 'apps', 'desktop', 'dist', 'echo', 'thread.js') },
  'mcp-server': threads,
  tandem: threads,
  'echo-server': {},
};

/** Further entries of a bundle: what a package exports. */
const entriesOf = { tandem: { library: join(root, 'apps', 'tandem', 'dist', 'library.js') } };

/**
 * Packages that load files of their own at run time: native addons. And one that is imported on demand: of a CommonJS module, a
 * dynamic import in a bundle has the default export alone.
 */
export const outside = ['sqlite3', '@napi-rs/keyring', 'graphql'];

const pathExpression = (file, folder) => JSON.stringify(relative(folder, file).replaceAll('\\', '/'));
const urlAt = /new URL\('(\.[^']+)', import\.meta\.url\)|import\.meta\.url/g;
const pathNames = /\b__(?:file|dir)name\b/;
const ownPathNames = /\b(?:const|let|var) __(?:file|dir)name\b/;

/** A module that asks for its own place gets the one it was bundled from, except for threads that are bundled beside it. */
const places = (folder, threads) => ({
  name: 'places of modules',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.[cm]?js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const own = `new URL(${pathExpression(path, folder)}, import.meta.url)`;
      const contents = text.replace(urlAt, (_, beside) => {
        if (beside === undefined) return `${own}.href`;
        const file = join(dirname(path), beside);
        const thread = Object.keys(threads).find((name) => threads[name] === file);
        return thread === undefined
          ? `new URL('${beside}', ${own})`
          : `new URL('./${thread}.js', import.meta.url)`;
      });
      if (!pathNames.test(text) || ownPathNames.test(text)) return { contents, loader: 'js' };
      const names = `const __filename = bundledFile(${pathExpression(path, folder)}), __dirname = bundledFile(${pathExpression(dirname(path), folder)});`;
      return { contents: `${names}${contents}`, loader: 'js' };
    }),
});

/** TypeORM requires the drivers of all databases on demand; those that are not installed stay so. */
const missingDrivers = {
  name: 'missing drivers',
  setup: ({ onResolve, resolve }) =>
    onResolve({ filter: /^[^./]/ }, async ({ path, kind, pluginData, importer, resolveDir }) => {
      if (kind !== 'require-call' || pluginData === missingDrivers) return undefined;
      const found = await resolve(path, { kind, importer, resolveDir, pluginData: missingDrivers });
      return found.errors.length === 0 ? found : { path, external: true };
    }),
};

/** ES modules of fp-ts and io-ts, of which a bundle has what is used; their CommonJS modules come whole. */
const esModules = {
  name: 'ES modules',
  setup: ({ onResolve, resolve }) =>
    onResolve({ filter: /^(fp-ts|io-ts)(\/|$)/ }, ({ path, kind, importer, resolveDir, pluginData }) => {
      if (pluginData === esModules) return undefined;
      const es = path.replace('/lib/', '/es6/').replace(/^io-ts$/, 'io-ts/es6/index.js');
      return resolve(es, { kind, importer, resolveDir, pluginData: esModules });
    }),
};

/** The transport gets the parts of undici that it uses. */
const undiciParts = {
  name: 'parts of undici',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^undici$/ }, ({ importer }) =>
      importer.startsWith(inLibs('transport'))
        ? { path: join(root, 'tools', 'undici-parts.cjs') }
        : undefined,
    ),
};

/** What CommonJS modules need within an ES module. */
const banner = `import { createRequire as bundledRequire } from 'node:module';
import { fileURLToPath as bundledPath } from 'node:url';
const require = bundledRequire(import.meta.url);
const bundledFile = (path) => bundledPath(new URL(path, import.meta.url));`;

/**
 * The settings of esbuild that bundle packages from npm, too.
 * @param {string} folder of the bundle @param {Readonly<Record<string, string>>} threads
 */
export const withPackages = (folder, threads) => ({
  banner: { js: banner },
  external: outside,
  // Its CommonJS form hides what it requires from a bundler.
  alias: { 'jsonc-parser': join(root, 'node_modules', 'jsonc-parser', 'lib', 'esm', 'main.js') },
  plugins: [esModules, undiciParts, missingDrivers, places(folder, threads)],
});

/** Writes what changed and removes what is no longer used, so that a program which runs meanwhile finds its files. */
const replace = async (folder, files) => {
  await mkdir(folder, { recursive: true });
  for (const { path, contents } of files) {
    const before = await readFile(path).catch(() => undefined);
    if (before?.equals(contents) !== true) await writeFile(path, contents);
  }
  const current = new Set(files.map(({ path }) => basename(path)));
  const left = (await readdir(folder)).filter((name) => !current.has(name));
  await Promise.all(left.map((name) => rm(join(folder, name))));
};

/** Bundles entries and the packages that they import. */
const bundle = (folder, entryPoints, threads) =>
  build({
    absWorkingDir: root,
    entryPoints: { ...entryPoints, ...threads },
    outdir: folder,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    ...withPackages(folder, threads),
    write: false,
    metafile: true,
    logLevel: 'error',
  });

const compiledMain = (app) => join(root, 'apps', app, 'dist', 'main.js');

/**
 * Bundles a compiled application and its packages into `dist/bundle`: a start then reads a dozen files instead of 1,800.
 * @param {string} name folder below apps
 */
export const bundleApp = async (name) => {
  const dist = join(root, 'apps', name, 'dist');
  const folder = join(dist, 'bundle');
  const { outputFiles } = await bundle(
    folder,
    { main: compiledMain(name), ...entriesOf[name] },
    threadsOf[name],
  );
  await replace(folder, outputFiles);
  // What Node kept of earlier ones.
  await rm(join(dist, 'compiled'), { recursive: true, force: true });
};

/**
 * Bundles several compiled applications into one folder, so that they share what they import. The entry of each has its name, that of
 * the first is `main`.
 * @param {readonly string[]} apps folders below apps
 * @returns the files, by their names, and the paths of what is in them, relative to the repository
 */
export const bundleTogether = async ([first, ...others]) => {
  const entryPoints = Object.fromEntries(others.map((app) => [app, compiledMain(app)]));
  const threads = Object.assign({}, ...[first, ...others].map((app) => threadsOf[app]));
  const folder = join(root, 'apps', first, 'dist', 'bundle');
  const { outputFiles, metafile } = await bundle(
    folder,
    { main: compiledMain(first), ...entriesOf[first], ...entryPoints },
    threads,
  );
  const files = outputFiles.map(({ path, contents }) => ({ name: basename(path), contents }));
  return { files, inputs: Object.keys(metafile.inputs) };
};

const [, program, ...names] = process.argv;
if (program === fileURLToPath(import.meta.url)) await Promise.all(names.map(bundleApp));
