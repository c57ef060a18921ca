import { project } from '../../tools/vitest-project.mjs';

export default project('transport', import.meta.dirname);
