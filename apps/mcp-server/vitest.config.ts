import { project } from '../../tools/vitest-project.mjs';

export default project('mcp-server', import.meta.dirname, {
  test: { globalSetup: ['../../tools/bundle-app.setup.mjs'] },
});
