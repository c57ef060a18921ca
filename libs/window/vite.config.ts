import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Matches the modules that start a page, each in its own file. */
const entries = String.raw`[\\/]src[\\/](?:start\.ts|main\.tsx|[^\\/]*\.html|gallery[\\/])`;

/**
 * Bundles the initially loaded code as one file. Otherwise it would be forty files, because lazy parts share
 * pieces of it, and each file costs a request.
 */
const first = { name: 'first', tags: ['$initial' as const], test: new RegExp(`^(?!.*${entries})`) };

/** Bundles what runs while the browser loads that file, and therefore must not import any of it. */
const early = {
  name: 'early',
  test: /[\\/]src[\\/](?:proof|served[\\/]trust|link[\\/]early)|preload-helper/,
  priority: 1,
};

/**
 * Declares that the functions of io-ts only create codecs, so that the bundler removes the codecs that the page does not
 * use.
 */
const pureIoTs = {
  name: 'pure-io-ts',
  transform: {
    filter: { id: /[\\/]io-ts[\\/]es6[\\/]index\.js$/ },
    handler: (code: string) =>
      code.replaceAll(/^export function /gm, '/*@__NO_SIDE_EFFECTS__*/ export function '),
  },
};

const typesFolder = join(import.meta.dirname, '../scripting');

const listTypeFiles = (dialect: string): readonly string[] =>
  dialect === 'script'
    ? readdirSync(typesFolder).filter((name) => /^tandem-script.*\.d\.ts$/.test(name))
    : ['foreign-types/chai.d.ts', `foreign-types/${dialect}.d.ts`];

/** Puts the types for scripts of each dialect, with which editors complete and check scripts, into the module for their text. */
const scriptTypes: Plugin = {
  name: 'script-types',
  transform: (_, id) => {
    const dialect = /\/(script|postman|bruno)-types-text\.ts$/.exec(id)?.[1];
    if (dialect === undefined) return undefined;
    const texts = listTypeFiles(dialect)
      .toSorted()
      .map((name) => readFileSync(join(typesFolder, name), 'utf8'));
    return { code: `export const scriptTypesText = ${JSON.stringify(texts.join('\n'))};`, map: null };
  },
};

const toLink = (rel: string, fileName: string) =>
  ({ tag: 'link', attrs: { rel, crossorigin: true, href: `/${fileName}` }, injectTo: 'head' }) as const;

/** Loads the program and its styles at once, although the first module of the page imports them only while it runs. */
const preloadProgram: Plugin = {
  name: 'preload-program',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { path, bundle = {} }) => {
      const main = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === 'main');
      if (path !== '/index.html' || main?.type !== 'chunk') return [];
      const chunks = [main, ...main.imports.map((name) => bundle[name])].filter(
        (file) => file?.type === 'chunk',
      );
      return [
        ...chunks.map(({ fileName }) => toLink('modulepreload', fileName)),
        ...chunks
          .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
          .map((name) => toLink('stylesheet', name)),
      ];
    },
  },
};

export default defineConfig(({ mode }) => ({
  root: 'src',
  // The JSX runtime of the window renders no invisible characters in texts.
  plugins: [react({ jsxImportSource: '#visible' }), pureIoTs, scriptTypes, preloadProgram],
  resolve: {
    conditions: ['@tandem/source', 'module', 'browser', `development|${mode}`],
    // Use the ES modules of fp-ts, so that only used parts get into the page. Node itself loads its CommonJS files.
    alias: [{ find: /^fp-ts\/lib\//, replacement: 'fp-ts/es6/' }],
  },
  worker: { format: 'es' },
  build: {
    outDir: '../dist-ui',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    // The page's content policy would refuse a font in a data: URL.
    assetsInlineLimit: 0,
    // In KB. The initially loaded code is one file.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      input: ['index.html', 'gallery.html', 'main.tsx'].map((name) => join(import.meta.dirname, 'src', name)),
      output: { codeSplitting: { groups: [early, first] } },
    },
  },
}));
