import { configDefaults } from 'vitest/config';

import { excludeBrowserTests } from '../../tools/tests/chromium.mjs';
import { project } from '../../tools/vitest-project.mjs';

export default project('report', import.meta.dirname, {
  test: { exclude: [...configDefaults.exclude, ...excludeBrowserTests()] },
});
