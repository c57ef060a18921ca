import { project } from '../../tools/vitest-project.mjs';

export default project('echo-in-a-test', import.meta.dirname, { test: { include: ['*.spec.ts'] } });
