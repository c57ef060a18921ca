import { configDefaults } from 'vitest/config';

import { withoutOpenssl } from '../../tools/e2e/openssl.mjs';
import { project } from '../../tools/vitest-project.mjs';

export default project('workbench', import.meta.dirname, {
  test: {
    // One file measures the memory and the open files of its process.
    isolate: true,
    exclude: [...configDefaults.exclude, ...withoutOpenssl()],
    globalSetup: ['../scripting/build-host.setup.mjs', './bundle-programs.setup.mjs'],
  },
});
