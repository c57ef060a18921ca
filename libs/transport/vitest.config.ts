import { configDefaults } from 'vitest/config';

import { excludeOpensslTests } from '../../tools/tests/openssl.mjs';
import { excludeProxyTests } from '../../tools/tests/proxies.mjs';
import { defineTestProject } from '../../tools/vitest-project.mjs';

export default defineTestProject('transport', import.meta.dirname, {
  test: { exclude: [...configDefaults.exclude, ...excludeOpensslTests(), ...excludeProxyTests()] },
});
