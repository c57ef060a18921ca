import { defineTestProject } from '../../tools/vitest-project.mjs';

// Some tests count the timers of the process, which would include those of another test file.
export default defineTestProject('echo', import.meta.dirname, { test: { isolate: true } });
