import { defineTestProject } from '../../tools/vitest-project.mjs';

export default defineTestProject('import', import.meta.dirname);
