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

/** Instrumented code takes several times as long, so tests that bound CPU time would fail. */
const withoutCpuBounds = (tags = []) =>
  tags.map((tag) => (tag.name === 'cpu' ? { ...tag, skip: true } : tag));

/** The settings of the projects whose tests run. */
const settings = await Promise.all(
  projects.map(async (name) => {
    const own = await loadConfigFromFile(
      { command: 'serve', mode: 'test' },
      join(root, name, 'vitest.config.ts'),
    );
    const config = own?.config ?? {};
    const tags = withoutCpuBounds(config.test?.tags);
    return mergeConfig({ ...config, test: { ...config.test, tags } }, impatient);
  }),
);

export default defineConfig({ test: { projects: settings, maxWorkers: 1 } });
