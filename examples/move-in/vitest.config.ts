import { project } from '../../tools/vitest-project.mjs';

export default project('move-in', import.meta.dirname, { test: { include: ['*.spec.ts'] } });
