import { excludeBrowserTests } from '../../tools/tests/chromium.mjs';
import { defineTestProject } from '../../tools/vitest-project.mjs';

export default defineTestProject('echo-server', import.meta.dirname, {
  test: { exclude: ['**/node_modules/**', ...excludeBrowserTests()] },
});
