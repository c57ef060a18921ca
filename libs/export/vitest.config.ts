import { project } from '../../tools/vitest-project.mjs';

export default project('export', import.meta.dirname);
