import { project } from '../../tools/vitest-project.mjs';

export default project('window', import.meta.dirname);
