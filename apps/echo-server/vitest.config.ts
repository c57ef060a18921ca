import { excludeBrowserTests } from '../../tools/e2e/chromium.mjs';
import { project } from '../../tools/vitest-project.mjs';

export default project('echo-server', import.meta.dirname, {
  test: { exclude: ['**/node_modules/**', ...excludeBrowserTests()] },
});
