import { project } from '../../tools/vitest-project.mjs';

export default project('cli', import.meta.dirname, {
  test: { globalSetup: ['./bundle-programs.setup.mjs'] },
});
