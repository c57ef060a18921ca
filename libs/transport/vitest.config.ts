import { configDefaults } from 'vitest/config';

import { excludeOpensslTests } from '../../tools/e2e/openssl.mjs';
import { excludeProxyTests } from '../../tools/e2e/proxies.mjs';
import { project } from '../../tools/vitest-project.mjs';

export default project('transport', import.meta.dirname, {
  test: { exclude: [...configDefaults.exclude, ...excludeOpensslTests(), ...excludeProxyTests()] },
});
