import { defineTestProject } from '../../tools/vitest-project.mjs';

export default defineTestProject('echo-in-a-test', import.meta.dirname, { test: { include: ['*.spec.ts'] } });
