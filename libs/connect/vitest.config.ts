import { project } from '../../tools/vitest-project.mjs';

export default project('connect', import.meta.dirname);
