import { join } from 'node:path';

import { defineTestProject } from '../../../tools/vitest-project.mjs';

/** Runs one spec in a separate process, because it measures the memory and the open files of its process. */
export default defineTestProject('workbench alone', import.meta.dirname, {
  test: {
    isolate: true,
    dir: join(import.meta.dirname, '..'),
    include: ['src/endurance.spec.ts'],
    globalSetup: ['../../scripting/build-host.setup.mjs'],
  },
});
