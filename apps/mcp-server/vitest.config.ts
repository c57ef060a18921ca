import { defineTestProject } from '../../tools/vitest-project.mjs';

export default defineTestProject('mcp-server', import.meta.dirname, {
  test: { globalSetup: ['../../tools/bundle-app.setup.mjs'] },
});
