import { defineTestProject } from '../../tools/vitest-project.mjs';

export default defineTestProject('scripting', import.meta.dirname, {
  test: { globalSetup: ['./build-host.setup.mjs'] },
});
