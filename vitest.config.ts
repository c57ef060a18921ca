import { existsSync } from 'node:fs';

import { defineConfig } from 'vitest/config';

import SlowFirst from './tools/slow-first-sequencer.mjs';

const hasProject = (folder: string) => existsSync(new URL(`./${folder}/vitest.config.ts`, import.meta.url));

export default defineConfig({
  test: {
    projects: [
      'libs/workbench/alone',
      // By their settings: a folder that only has what was compiled of a removed project is none.
      'libs/*/vitest.config.ts',
      'apps/*/vitest.config.ts',
      ...['tools', 'examples/libraries', 'examples/shop', 'examples/move-in'].filter(hasProject),
    ],
    reporters: ['default', './tools/slowest-reporter.mjs', './tools/closing-line-reporter.mjs'],
    sequence: { sequencer: SlowFirst },
    // Two more than CI has cores: most tests also wait, and fewer workers leave a fifth of the time unused.
    maxWorkers: 4,
  },
});
