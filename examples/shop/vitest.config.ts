import { defineTestProject } from '../../tools/vitest-project.mjs';

export default defineTestProject('shop', import.meta.dirname, { test: { include: ['*.spec.ts'] } });
