import { project } from '../../tools/vitest-project.mjs';

export default project('workbench', import.meta.dirname, {
  test: { globalSetup: ['../scripting/build-host.setup.mjs', './bundle-programs.setup.mjs'] },
});
