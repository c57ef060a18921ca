import { defineTestProject } from '../../tools/vitest-project.mjs';

export default defineTestProject('export', import.meta.dirname);
