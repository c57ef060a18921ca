import { project } from '../../tools/vitest-project.mjs';

export default project('core', import.meta.dirname);
