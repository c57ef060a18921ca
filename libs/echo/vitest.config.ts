import { project } from '../../tools/vitest-project.mjs';

// Some tests count the timers of the process, and another file's would be among them.
export default project('echo', import.meta.dirname, { test: { isolate: true } });
