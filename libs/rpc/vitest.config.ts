import { project } from '../../tools/vitest-project.mjs';

export default project('rpc', import.meta.dirname);
