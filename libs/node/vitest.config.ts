import { project } from '../../tools/vitest-project.mjs';

export default project('node', import.meta.dirname, {
  test: { globalSetup: ['./bundle-programs.setup.mjs'] },
});
