import { project } from '../../tools/vitest-project.mjs';

export default project('libraries', import.meta.dirname, { test: { include: ['*.spec.ts'] } });
