import { configDefaults } from 'vitest/config';

import { withoutOpenssl } from '../../tools/e2e/openssl.mjs';
import { withoutProxies } from '../../tools/e2e/proxies.mjs';
import { project } from '../../tools/vitest-project.mjs';

export default project('transport', import.meta.dirname, {
  test: { exclude: [...configDefaults.exclude, ...withoutOpenssl(), ...withoutProxies()] },
});
