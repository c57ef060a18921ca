import { excludeBrowserTests } from '../../tools/tests/chromium.mjs';
import { project } from '../../tools/vitest-project.mjs';

export default project('echo-server', import.meta.dirname, {
  test: { exclude: ['**/node_modules/**', ...excludeBrowserTests()] },
});
