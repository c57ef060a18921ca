import { defineTestProject } from '../../tools/vitest-project.mjs';

export default defineTestProject('mcp', import.meta.dirname);
