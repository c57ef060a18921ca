import { defineTestProject } from '../../tools/vitest-project.mjs';

export default defineTestProject('application', import.meta.dirname);
