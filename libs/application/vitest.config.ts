import { project } from '../../tools/vitest-project.mjs';

export default project('application', import.meta.dirname);
