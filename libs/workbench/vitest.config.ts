import { configDefaults } from 'vitest/config';

import { withoutOpenssl } from '../../tools/e2e/openssl.mjs';
import { project } from '../../tools/vitest-project.mjs';

export default project('workbench', import.meta.dirname, {
  test: {
    exclude: [...configDefaults.exclude, ...withoutOpenssl(), 'src/endurance.spec.ts'],
    globalSetup: ['../scripting/build-host.setup.mjs', './bundle-programs.setup.mjs'],
  },
});
