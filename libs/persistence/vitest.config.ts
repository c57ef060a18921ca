import { defineTestProject } from '../../tools/vitest-project.mjs';

export default defineTestProject('persistence', import.meta.dirname, {
  test: { globalSetup: ['./bundle-programs.setup.mjs'] },
});
