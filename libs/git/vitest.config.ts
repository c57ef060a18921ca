import { defineTestProject } from '../../tools/vitest-project.mjs';

export default defineTestProject('git', import.meta.dirname);
