import { defineTestProject } from '../../tools/vitest-project.mjs';

export default defineTestProject('connect', import.meta.dirname);
