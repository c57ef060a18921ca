import { join } from 'node:path';

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Modules that start a page, each in its own file. */
const entries = String.raw`[\\/]src[\\/](?:main\.tsx|[^\\/]*\.html|gallery[\\/])`;

/**
 * The initially loaded code is one file. It would be forty, since lazy parts share pieces of it, and each costs a
 * request.
 */
const first = { name: 'first', tags: ['$initial' as const], test: new RegExp(`^(?!.*${entries})`) };

export default defineConfig(({ mode }) => ({
  root: 'src',
  // JSX renders no invisible characters in its texts.
  plugins: [react({ jsxImportSource: '#visible' })],
  resolve: { conditions: ['@tandem/source', 'module', 'browser', `development|${mode}`] },
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
