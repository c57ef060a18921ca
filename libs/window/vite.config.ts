import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Modules that start a page, each in its own file. */
const entries = String.raw`[\\/]src[\\/](?:main\.tsx|[^\\/]*\.html|gallery[\\/])`;

/**
 * The initially loaded code is one file. It would be forty, since lazy parts share pieces of it, and each costs a
 * request.
 */
const first = { name: 'first', tags: ['$initial' as const], test: new RegExp(`^(?!.*${entries})`) };

/** Says that the functions of io-ts only make codecs, so that the bundler leaves out those that the page does not use. */
const pureIoTs = {
  name: 'pure-io-ts',
  transform: {
    filter: { id: /[\\/]io-ts[\\/]es6[\\/]index\.js$/ },
    handler: (code: string) =>
      code.replaceAll(/^export function /gm, '/*@__NO_SIDE_EFFECTS__*/ export function '),
  },
};

const typesFolder = join(import.meta.dirname, '../scripting');

/** Puts the types for scripts, with which editors complete and check scripts, into the module for their text. */
const scriptTypes: Plugin = {
  name: 'script-types',
  transform: (_, id) => {
    if (!id.endsWith('/script-types-text.ts')) return undefined;
    const files = readdirSync(typesFolder).filter((name) => /^tandem-script.*\.d\.ts$/.test(name));
    const texts = files.sort().map((name) => readFileSync(join(typesFolder, name), 'utf8'));
    return { code: `export const scriptTypesText = ${JSON.stringify(texts.join('\n'))};`, map: null };
  },
};

export default defineConfig(({ mode }) => ({
  root: 'src',
  // JSX renders no invisible characters in its texts.
  plugins: [react({ jsxImportSource: '#visible' }), pureIoTs, scriptTypes],
  resolve: {
    conditions: ['@tandem/source', 'module', 'browser', `development|${mode}`],
    // Node loads the CommonJS files of fp-ts. Of its ES modules, which io-ts imports, only what is used gets into the page.
    alias: [{ find: /^fp-ts\/lib\//, replacement: 'fp-ts/es6/' }],
  },
  worker: { format: 'es' },
  build: {
    outDir: '../dist-ui',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    // The page's content policy would refuse a font in a data: URL.
    assetsInlineLimit: 0,
    // In KB; the initially loaded code is one file.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      input: ['index.html', 'gallery.html'].map((name) => join(import.meta.dirname, 'src', name)),
      output: { codeSplitting: { groups: [first] } },
    },
  },
}));
