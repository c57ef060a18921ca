import { project } from '../../tools/vitest-project.mjs';

export default project('shop', import.meta.dirname, { test: { include: ['*.spec.ts'] } });
