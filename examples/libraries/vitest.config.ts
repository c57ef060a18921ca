import { defineTestProject } from '../../tools/vitest-project.mjs';

export default defineTestProject('libraries', import.meta.dirname, { test: { include: ['*.spec.ts'] } });
