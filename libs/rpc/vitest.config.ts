import { project } from '../../tools/vitest-project.mjs';

// What is polled for takes longer on a machine that runs other tests as well.
export default project('rpc', import.meta.dirname, { test: { expect: { poll: { timeout: 10_000 } } } });
