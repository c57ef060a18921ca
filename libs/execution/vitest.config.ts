import { defineTestProject } from '../../tools/vitest-project.mjs';

export default defineTestProject('execution', import.meta.dirname);
