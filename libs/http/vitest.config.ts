import { project } from '../../tools/vitest-project.mjs';

export default project('http', import.meta.dirname);
