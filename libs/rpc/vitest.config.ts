import { defineTestProject } from '../../tools/vitest-project.mjs';

export default defineTestProject('rpc', import.meta.dirname);
