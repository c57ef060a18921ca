import { defineTestProject } from '../../tools/vitest-project.mjs';

export default defineTestProject('node', import.meta.dirname, {
  test: { globalSetup: ['./bundle-programs.setup.mjs'] },
});
