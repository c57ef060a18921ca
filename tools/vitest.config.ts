import { project } from './vitest-project.mjs';

export default project('tools', import.meta.dirname, { test: { include: ['**/*.spec.ts'] } });
