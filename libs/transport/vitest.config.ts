import { configDefaults } from 'vitest/config';

import { withoutOpenssl } from '../../tools/e2e/openssl.mjs';
import { project } from '../../tools/vitest-project.mjs';

export default project('transport', import.meta.dirname, {
  test: { exclude: [...configDefaults.exclude, ...withoutOpenssl()] },
});
