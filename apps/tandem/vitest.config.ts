import { configDefaults } from 'vitest/config';

import { excludeOpensslTests } from '../../tools/tests/openssl.mjs';
import { defineTestProject } from '../../tools/vitest-project.mjs';

export default defineTestProject('tandem', import.meta.dirname, {
  test: {
    globalSetup: ['../../tools/bundle-app.setup.mjs'],
    exclude: [...configDefaults.exclude, ...excludeOpensslTests()],
  },
});
