import { defineTestProject } from '../../tools/vitest-project.mjs';

export default defineTestProject('window', import.meta.dirname);
