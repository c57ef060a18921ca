import { configDefaults } from 'vitest/config';

import { excludeOpensslTests } from '../../tools/tests/openssl.mjs';
import { defineTestProject } from '../../tools/vitest-project.mjs';

export default defineTestProject('workbench', import.meta.dirname, {
  test: {
    exclude: [...configDefaults.exclude, ...excludeOpensslTests(), 'src/endurance.spec.ts'],
    globalSetup: ['../scripting/build-host.setup.mjs', './bundle-programs.setup.mjs'],
  },
});
