import { defineTestProject } from '../../tools/vitest-project.mjs';

export default defineTestProject('window-server', import.meta.dirname);
