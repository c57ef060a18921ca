import { project } from '../../tools/vitest-project.mjs';

export default project('echo', import.meta.dirname);
