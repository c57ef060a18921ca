import { project } from '../../tools/vitest-project.mjs';

export default project('scripting', import.meta.dirname, {
  test: { globalSetup: ['./build-host.setup.mjs'] },
});
