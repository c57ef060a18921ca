import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { defineConfig } from 'vitest/config';

import SlowFirst from './tools/slow-first-sequencer.mjs';
import { defineTestProject } from './tools/vitest-project.mjs';

const hasProject = (folder: string) => existsSync(new URL(`./${folder}/vitest.config.ts`, import.meta.url));

const libs = join(import.meta.dirname, 'libs');

/**
 * Whether the tests of a library need no settings but those that all share. These libraries are one project here, so that each worker
 * imports what they have in common once.
 */
const hasSharedSettings = (library: string): boolean =>
  readFileSync(join(libs, library, 'vitest.config.ts'), 'utf8').includes(', import.meta.dirname);');

// By their settings: a folder that only has what was compiled of a removed project is none.
const libraries = readdirSync(libs).filter((name) => hasProject(`libs/${name}`));
const together = libraries.filter(hasSharedSettings);

export default defineConfig({
  test: {
    projects: [
      'libs/workbench/alone',
      defineTestProject('libs', libs, {
        test: { include: [`{${together.join(',')}}/src/**/*.spec.ts`] },
      }),
      ...libraries.filter((name) => !together.includes(name)).map((name) => `libs/${name}`),
      'apps/*/vitest.config.ts',
      ...['tools', 'examples/libraries', 'examples/shop', 'examples/move-in'].filter(hasProject),
    ],
    reporters: ['default', './tools/slowest-reporter.mjs', './tools/closing-line-reporter.mjs'],
    sequence: { sequencer: SlowFirst },
    // Two more than CI has cores: most tests also wait, and fewer workers leave a fifth of the time unused.
    maxWorkers: 4,
  },
});
