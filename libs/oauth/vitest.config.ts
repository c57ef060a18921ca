import { defineTestProject } from '../../tools/vitest-project.mjs';

export default defineTestProject('oauth', import.meta.dirname);
