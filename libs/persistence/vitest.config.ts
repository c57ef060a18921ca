import { project } from '../../tools/vitest-project.mjs';

export default project('persistence', import.meta.dirname);
