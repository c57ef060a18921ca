import { dirname, join } from 'node:path';

import { loadConfigFromFile } from 'vite';
import { defineConfig, mergeConfig } from 'vitest/config';

/** The copy of the repository with the mutants, which includes this file. */
const root = dirname(dirname(import.meta.dirname));

/** Mutants make tests wait in vain, so the timeouts are shorter than usual. */
const impatient = {
  test: { testTimeout: 20_000, hookTimeout: 20_000, expect: { poll: { timeout: 5_000 } } },
};

const projects = (process.env.TANDEM_MUTATION_PROJECTS ?? '').split(',');

/** The settings of the projects whose tests run. */
const settings = await Promise.all(
  projects.map(async (name) => {
    const own = await loadConfigFromFile(
      { command: 'serve', mode: 'test' },
      join(root, name, 'vitest.config.ts'),
    );
    return mergeConfig(own?.config ?? {}, impatient);
  }),
);

export default defineConfig({ test: { projects: settings, maxWorkers: 1 } });
