import { defineTestProject } from '../../tools/vitest-project.mjs';

export default defineTestProject('folder', import.meta.dirname);
