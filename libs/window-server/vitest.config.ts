import { project } from '../../tools/vitest-project.mjs';

export default project('window-server', import.meta.dirname);
