import { project } from '../../tools/vitest-project.mjs';

export default project('folder', import.meta.dirname);
