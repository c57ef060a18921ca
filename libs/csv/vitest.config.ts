import { project } from '../../tools/vitest-project.mjs';

export default project('csv', import.meta.dirname);
