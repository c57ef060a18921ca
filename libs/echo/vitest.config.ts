import { defineTestProject } from '../../tools/vitest-project.mjs';

// Run test files separately: some tests count the timers of the process, which would include those of another file.
export default defineTestProject('echo', import.meta.dirname, { test: { isolate: true } });
