import { project } from '../../tools/vitest-project.mjs';

// What is waited for comes at once, but not on a machine that is busy with other tests.
export default project('mcp-server', import.meta.dirname, {
  test: { expect: { poll: { timeout: 10_000 } } },
});
