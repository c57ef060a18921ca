import { project } from '../../tools/vitest-project.mjs';

export default project('workbench', import.meta.dirname, {
  test: {
    // One file measures the memory and the open files of its process.
    isolate: true,
    globalSetup: ['../scripting/build-host.setup.mjs', './bundle-programs.setup.mjs'],
  },
});
