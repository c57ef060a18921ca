import { join } from 'node:path';

import { defineTestProject } from '../../../tools/vitest-project.mjs';

/** Runs the spec that measures the memory and the open files of its process alone in a process. */
export default defineTestProject('workbench alone', import.meta.dirname, {
  test: {
    isolate: true,
    dir: join(import.meta.dirname, '..'),
    include: ['src/endurance.spec.ts'],
    globalSetup: ['../../scripting/build-host.setup.mjs'],
  },
});
