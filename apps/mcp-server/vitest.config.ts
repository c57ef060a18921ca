import { project } from '../../tools/vitest-project.mjs';

export default project('mcp-server', import.meta.dirname);
