import { defineTestProject } from '../../tools/vitest-project.mjs';

export default defineTestProject('core', import.meta.dirname);
