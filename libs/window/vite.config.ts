import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig(({ mode }) => ({
  root: 'src',
  plugins: [react()],
  resolve: { conditions: ['@tandem/source', 'module', 'browser', `development|${mode}`] },
  build: {
    outDir: '../dist-ui',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
}));
