import { configDefaults } from 'vitest/config';

import { excludeBrowserTests, excludeWindowTests } from '../../tools/tests/chromium.mjs';
import { defineTestProject } from '../../tools/vitest-project.mjs';

export default defineTestProject('desktop', import.meta.dirname, {
  test: {
    globalSetup: ['../../tools/bundle-app.setup.mjs'],
    // A test starts several processes and a browser, which is slow on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    exclude: [...configDefaults.exclude, ...excludeBrowserTests(), ...excludeWindowTests()],
  },
});
