import { project } from '../../tools/vitest-project.mjs';

export default project('oauth', import.meta.dirname);
