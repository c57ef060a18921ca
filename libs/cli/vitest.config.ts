import { project } from '../../tools/vitest-project.mjs';

export default project('cli', import.meta.dirname);
