import { configDefaults } from 'vitest/config';

import { withoutBrowser } from '../../tools/e2e/chromium.mjs';
import { project } from '../../tools/vitest-project.mjs';

export default project('desktop', import.meta.dirname, {
  test: {
    expect: { poll: { timeout: 10_000 } },
    exclude: [...configDefaults.exclude, ...withoutBrowser()],
  },
});
