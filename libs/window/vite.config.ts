import { join } from 'node:path';

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig(({ mode }) => ({
  root: 'src',
  plugins: [react()],
  resolve: { conditions: ['@tandem/source', 'module', 'browser', `development|${mode}`] },
  worker: { format: 'es' },
  build: {
    outDir: '../dist-ui',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    // A font in a data: URL would be refused by the page's content policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: ['index.html', 'gallery.html'].map((name) => join(import.meta.dirname, 'src', name)),
    },
  },
}));
