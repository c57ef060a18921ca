import { fileURLToPath } from 'node:url';

import { configDefaults, defineConfig } from 'vitest/config';

import { requirements } from '../docs/spec/requirements.ts';
import { isBuilt } from './tests/is-built.mjs';
import { listExcludedTests } from './tests/scope.mjs';

const propertySeed = fileURLToPath(new URL('./property-seed.setup.mjs', import.meta.url));

/**
 * After a build, imports of other projects are resolved to its output, so that no worker transforms the libraries
 * again for each project. Otherwise, as with `npx vitest`, they are resolved to the sources, which may be newer.
 */
const conditions = isBuilt ? [] : ['@tandem/source'];
const server = isBuilt ? { deps: { external: [/\/libs\/[^/]+\/dist\//] } } : {};

/** The tags of requirements, which tests cite. An unknown tag fails its file. */
const tags = [
  ...Object.entries(requirements).map(([name, { says }]) => ({ name, description: says })),
  {
    name: 'cpu',
    description: 'Bounds the CPU time of code, which code instrumented for mutation tests exceeds.',
  },
  {
    name: 'long',
    description: 'Takes minutes with code instrumented for mutation tests, which leave it out.',
  },
];

/**
 * The vitest settings that every project shares: the location of libraries, one root, and a name.
 * @param {string} name shown before each test
 * @param {string} root the project's folder
 * @param {import('vitest/config').ViteUserConfig} [more] the project's own settings
 */
export const defineTestProject = (name, root, more = {}) =>
  defineConfig({
    ...more,
    root,
    resolve: { conditions: [...conditions, 'module', 'node', 'development|production'] },
    ssr: { resolve: { conditions: [...conditions, 'module', 'node', 'development|production'] } },
    test: {
      name,
      include: ['src/**/*.spec.ts', 'e2e/**/*.e2e.ts'],
      // Importing the libraries takes longer than the tests of most files, so the files of a project share modules. Specs must therefore
      // leave no global state behind. A project whose tests count timers or handles sets `isolate` to true.
      isolate: false,
      setupFiles: [propertySeed],
      // Tests must not leave a key in the user's keychain.
      env: { TANDEM_KEYCHAIN: 'no', ...more.test?.env },
      testTimeout: 120_000,
      hookTimeout: 120_000,
      // A condition is usually met much earlier, but not while the machine is busy with other tests.
      expect: { poll: { timeout: 60_000 } },
      tags,
      server,
      ...more.test,
      exclude: [
        ...(more.test?.exclude ?? configDefaults.exclude),
        ...listExcludedTests(more.test?.dir ?? root),
      ],
    },
  });
