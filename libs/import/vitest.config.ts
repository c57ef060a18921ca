import { project } from '../../tools/vitest-project.mjs';

export default project('import', import.meta.dirname);
