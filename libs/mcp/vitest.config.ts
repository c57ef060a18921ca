import { project } from '../../tools/vitest-project.mjs';

export default project('mcp', import.meta.dirname);
