import { defineTestProject } from './vitest-project.mjs';

export default defineTestProject('tools', import.meta.dirname, { test: { include: ['**/*.spec.ts'] } });
