import { defineTestProject } from '../../tools/vitest-project.mjs';

export default defineTestProject('move-in', import.meta.dirname, {
  test: { include: ['*.spec.ts', 'real-life/*.spec.ts'] },
});
