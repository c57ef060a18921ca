import { join } from 'node:path';

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Modules that start a page: each stays in a file of its own. */
const entries = String.raw`[\\/]src[\\/](?:main\.tsx|[^\\/]*\.html|gallery[\\/])`;

/** What a page loads at first is one file. It would be forty, since lazy parts use pieces of it, and each costs a request. */
const first = { name: 'first', tags: ['$initial' as const], test: new RegExp(`^(?!.*${entries})`) };

export default defineConfig(({ mode }) => ({
  root: 'src',
  // What is written as JSX shows nothing invisible of the texts in it.
  plugins: [react({ jsxImportSource: '#visible' })],
  resolve: { conditions: ['@tandem/source', 'module', 'browser', `development|${mode}`] },
  worker: { format: 'es' },
  build: {
    outDir: '../dist-ui',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    // A font in a data: URL would be refused by the page's content policy.
    assetsInlineLimit: 0,
    // In KB; what is loaded at first is one file.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      input: ['index.html', 'gallery.html'].map((name) => join(import.meta.dirname, 'src', name)),
      output: { codeSplitting: { groups: [first] } },
    },
  },
}));
