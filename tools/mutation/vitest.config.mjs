import { dirname, join } from 'node:path';

import { loadConfigFromFile } from 'vite';
import { defineConfig, mergeConfig } from 'vitest/config';

/** The copy of the repository with the mutants, which includes this file. */
const root = dirname(dirname(import.meta.dirname));

/** Time limits of tests, in milliseconds. They are shorter than usual, because mutants make tests hang. */
const timeout = Number(process.env.TANDEM_MUTATION_TIMEOUT ?? 40_000) / 2;
const impatient = {
  test: { testTimeout: timeout, hookTimeout: timeout, expect: { poll: { timeout: timeout / 4 } } },
};

const projects = (process.env.TANDEM_MUTATION_PROJECTS ?? '').split(',');

/**
 * Skips tests that limit CPU time, which would fail because instrumented code is several times slower, and long tests, which would take
 * minutes.
 */
const skipSlowTags = (tags = []) =>
  tags.map((tag) => (['cpu', 'long'].includes(tag.name) ? { ...tag, skip: true } : tag));

const maxRuns = Number(process.env.TANDEM_MUTATION_RUNS ?? Infinity);

/** Gives property tests fewer examples, because instrumented code takes minutes for the usual number. */
const fewerExamples = {
  name: 'fewer-examples',
  enforce: 'pre',
  transform: (code, id) =>
    /\.spec\.ts$|\/testing\//.test(id)
      ? code.replace(
          /\bnumRuns: ([\d_]+)/g,
          (_, usual) => `numRuns: ${Math.min(usual.replaceAll('_', ''), maxRuns)}`,
        )
      : undefined,
};

/** The settings of the projects whose tests run. */
const settings = await Promise.all(
  projects.map(async (name) => {
    const own = await loadConfigFromFile(
      { command: 'serve', mode: 'test' },
      join(root, name, 'vitest.config.ts'),
    );
    const config = own?.config ?? {};
    const tags = skipSlowTags(config.test?.tags);
    return mergeConfig({ ...config, test: { ...config.test, tags }, plugins: [fewerExamples] }, impatient);
  }),
);

export default defineConfig({ test: { projects: settings, maxWorkers: 1 } });
