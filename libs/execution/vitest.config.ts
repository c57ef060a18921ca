import { project } from '../../tools/vitest-project.mjs';

export default project('execution', import.meta.dirname);
