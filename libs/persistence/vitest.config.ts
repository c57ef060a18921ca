import { project } from '../../tools/vitest-project.mjs';

export default project('persistence', import.meta.dirname, {
  test: { globalSetup: ['./bundle-programs.setup.mjs'] },
});
