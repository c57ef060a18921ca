import { project } from '../../tools/vitest-project.mjs';

export default project('tandem', import.meta.dirname, {
  test: { globalSetup: ['../../tools/bundle-app.setup.mjs'] },
});
