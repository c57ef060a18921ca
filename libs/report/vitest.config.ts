import { configDefaults } from 'vitest/config';

import { excludeBrowserTests } from '../../tools/tests/chromium.mjs';
import { defineTestProject } from '../../tools/vitest-project.mjs';

export default defineTestProject('report', import.meta.dirname, {
  test: { exclude: [...configDefaults.exclude, ...excludeBrowserTests()] },
});
