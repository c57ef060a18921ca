import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build, transform } from 'esbuild';

import { root } from './launch/say.mjs';

const resolveInLibs = (path) => join(root, 'libs', ...path.split('/'));

/** The compiled files that libraries start as threads. */
const threads = {
  documents: resolveInLibs('folder/dist/yaml/worker.js'),
  imports: resolveInLibs('import/dist/worker.js'),
  exports: resolveInLibs('export/dist/worker.js'),
  bruno: resolveInLibs('import/dist/bruno/worker.js'),
  jsonPath: resolveInLibs('persistence/dist/json-path/worker.js'),
  schemas: resolveInLibs('workbench/dist/schemas/worker.js'),
};

/** The main module of each application. */
const programOf = {
  desktop: 'run.js',
  'echo-server': 'run.js',
  'mcp-server': 'run.js',
  tandem: 'program.js',
};

const getCompiledPath = (app, file) => join(root, 'apps', app, 'dist', file);

/** The threads of each application: compiled files by the names of their bundles. */
const threadsOf = {
  desktop: { ...threads, echo: getCompiledPath('desktop', join('echo', 'thread.js')) },
  'mcp-server': threads,
  tandem: threads,
  'echo-server': {},
};

/** Other entries of a bundle: the exports of a package. */
const entriesOf = { tandem: { library: getCompiledPath('tandem', 'library.js') } };

/**
 * Packages that are not bundled: those that load their own files at run time, such as native addons and faker with its many locales; and
 * packages that are imported on demand, because a dynamic import of a bundled CommonJS module has only the default export.
 */
export const outside = ['sqlite3', '@napi-rs/keyring', 'graphql', '@faker-js/faker'];

const formatPathExpression = (file, folder) => JSON.stringify(relative(folder, file).replaceAll('\\', '/'));
const urlAt =
  /createRequire\(import\.meta\.url\)|new URL\('(\.[^']+)', import\.meta\.url\)|import\.meta\.url/g;
const pathNames = /\b__(?:file|dir)name\b/;
const ownPathNames = /\b(?:const|let|var) __(?:file|dir)name\b/;

/**
 * Makes each bundled module see its original location, except for files that are bundled beside it.
 * @param {Readonly<Record<string, string>>} beside compiled files, by the URLs of their bundles
 */
const createPlacesPlugin = (folder, beside) => ({
  name: 'places of modules',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.[cm]?js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const own = `new URL(${formatPathExpression(path, folder)}, import.meta.url)`;
      const contents = text.replace(urlAt, (found, relativeUrl) => {
        // Let the search for packages start beside the bundle, which may be the only installed file.
        if (found.startsWith('createRequire')) return found;
        if (relativeUrl === undefined) return `${own}.href`;
        const file = join(dirname(path), relativeUrl);
        const url = Object.keys(beside).find((one) => beside[one] === file);
        return url === undefined ? `new URL('${relativeUrl}', ${own})` : `new URL('${url}', import.meta.url)`;
      });
      if (!pathNames.test(text) || ownPathNames.test(text)) return { contents, loader: 'js' };
      const names = `const __filename = bundledFile(${formatPathExpression(path, folder)}), __dirname = bundledFile(${formatPathExpression(dirname(path), folder)});`;
      return { contents: `${names}${contents}`, loader: 'js' };
    }),
});

/** TypeORM requires the drivers of all databases on demand. Drivers that are not installed stay external. */
const missingDrivers = {
  name: 'missing drivers',
  setup: ({ onResolve, resolve }) =>
    onResolve({ filter: /^[^./]/ }, async ({ path, kind, pluginData, importer, resolveDir }) => {
      if (kind !== 'require-call' || pluginData === missingDrivers) return undefined;
      const found = await resolve(path, { kind, importer, resolveDir, pluginData: missingDrivers });
      return found.errors.length === 0 ? found : { path, external: true };
    }),
};

/** The ES modules of fp-ts and io-ts, which are tree-shaken; their CommonJS modules are bundled whole. */
const esModules = {
  name: 'ES modules',
  setup: ({ onResolve, resolve }) =>
    onResolve({ filter: /^(fp-ts|io-ts)(\/|$)/ }, ({ path, kind, importer, resolveDir, pluginData }) => {
      if (pluginData === esModules) return undefined;
      const es = path.replace('/lib/', '/es6/').replace(/^io-ts$/, 'io-ts/es6/index.js');
      return resolve(es, { kind, importer, resolveDir, pluginData: esModules });
    }),
};

/** Replaces undici with the parts of it that the transport uses, which manages HTTP/2 sessions itself. */
const undiciParts = {
  name: 'parts of undici',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^undici$/ }, ({ importer }) =>
      importer.startsWith(resolveInLibs('transport'))
        ? { path: join(root, 'tools', 'undici-parts.cjs') }
        : undefined,
    );
    onLoad({ filter: /undici[\\/]lib[\\/]dispatcher[\\/]client-h2\.js$/ }, () => ({ contents: '' }));
  },
};

/**
 * The esbuild settings that also bundle packages from npm.
 * @param {string} folder of the bundle
 * @param {Readonly<Record<string, string>>} beside compiled files, by the URLs of their bundles
 */
export const createPackageOptions = (folder, beside) => ({
  external: outside,
  // The CommonJS build hides its `require` calls from a bundler.
  alias: { 'jsonc-parser': join(root, 'node_modules', 'jsonc-parser', 'lib', 'esm', 'main.js') },
  plugins: [esModules, undiciParts, missingDrivers, createPlacesPlugin(folder, beside)],
});

/** Writes changed files and removes unused ones. Unchanged files stay, so that a running program still finds them. */
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

const common = {
  platform: 'node',
  target: 'node20.19',
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'none',
  logLevel: 'error',
};

const bundleModules = (folder, entryPoints, beside) =>
  build({
    ...common,
    ...createPackageOptions(folder, beside),
    absWorkingDir: root,
    outdir: folder,
    entryPoints,
    bundle: true,
    splitting: true,
    format: 'esm',
    write: false,
    metafile: true,
  });

/** The expression with which a bundled module finds its location. */
const place = `const bundledUrl = require('node:url').pathToFileURL(__filename).href;
const bundledFile = (path) => require('node:url').fileURLToPath(new URL(path, bundledUrl));`;

/** Escapes non-ASCII characters in a regular expression, so that a file can be read byte by byte. */
const escapeNonAscii = (text) =>
  text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * Converts a bundled ES module to CommonJS, for which V8 can use its compile cache on every Node. esbuild splits only
 * ES modules. Dynamic imports become dynamic requires.
 */
const toCommonJs = async ({ path, text }) => {
  const { code } = await transform(text.replace(/(["'])(\.\/[\w.-]+)\.js\1/g, '$1$2.cjs$1'), {
    ...common,
    format: 'cjs',
    define: { 'import.meta.url': 'bundledUrl' },
    supported: { 'dynamic-import': false },
    banner: place,
  });
  return { path: path.replace(/js$/, 'cjs'), contents: Buffer.from(escapeNonAscii(code)) };
};

/** Adds a content hash to a file name, so that no cached code of an earlier version is used. */
const addContentHash = ({ path, contents }) => {
  const hash = createHash('sha256').update(contents).digest('hex').slice(0, 16);
  return { path: path.replace(/\.cjs$/, `-${hash}.cjs`), contents };
};

const toRelativeUrl = ({ path }) => `./${basename(path)}`;

/**
 * Bundles applications into one folder. The main file of the first application is `main.js`; the others have the names of their
 * applications.
 */
const bundle = async (folder, [first, ...others]) => {
  const apps = [first, ...others];
  const programs = Object.fromEntries(
    apps.map((app) => [`./${app}-program.cjs`, getCompiledPath(app, programOf[app])]),
  );
  const threads = Object.assign({}, ...apps.map((app) => threadsOf[app]));
  const threadUrls = Object.entries(threads).map(([name, file]) => [`./${name}.cjs`, file]);
  const entries = [...Object.entries(programs), ...threadUrls].map(([url, file]) => [
    basename(url, '.cjs'),
    file,
  ]);
  const modules = await bundleModules(
    folder,
    { ...Object.fromEntries(entries), ...entriesOf[first] },
    Object.fromEntries(threadUrls),
  );
  const files = await Promise.all(modules.outputFiles.map(toCommonJs));
  const named = files.map((file) => (toRelativeUrl(file) in programs ? addContentHash(file) : file));
  const mains = await bundleModules(
    folder,
    Object.fromEntries(apps.map((app) => [app === first ? 'main' : app, getCompiledPath(app, 'main.js')])),
    Object.fromEntries(
      files.map((file, index) => [toRelativeUrl(named[index]), programs[toRelativeUrl(file)]]),
    ),
  );
  return {
    files: [...mains.outputFiles, ...named],
    inputs: [mains, modules].flatMap(({ metafile }) => Object.keys(metafile.inputs)),
  };
};

/**
 * Bundles a compiled application and its packages into `dist/bundle`, so that a start reads a few files instead of
 * 1,800.
 * @param {string} name folder below apps
 */
export const bundleApp = async (name) => {
  const dist = join(root, 'apps', name, 'dist');
  const folder = join(dist, 'bundle');
  await replace(folder, (await bundle(folder, [name])).files);
  // Removes the compile cache of earlier bundles.
  await rm(join(dist, 'compiled'), { recursive: true, force: true });
};

/**
 * Bundles several compiled applications into one folder, so that they share their imports.
 * @param {readonly string[]} apps folders below apps
 * @returns the files by name, and the paths of their sources, relative to the repository
 */
export const bundleTogether = async (apps) => {
  const { files, inputs } = await bundle(join(root, 'apps', apps[0], 'dist', 'bundle'), apps);
  return { files: files.map(({ path, contents }) => ({ name: basename(path), contents })), inputs };
};

const [, program, ...names] = process.argv;
if (program === fileURLToPath(import.meta.url)) await Promise.all(names.map(bundleApp));
