import { spawnSync } from 'node:child_process';

/**
 * Returns the patterns of the tests that create certificates, if this machine has no OpenSSL. In CI that is
 * an error.
 * @returns {string[]}
 */
export const excludeOpensslTests = () => {
  if (spawnSync('openssl', ['version']).status === 0) return [];
  if (process.env.CI) throw new Error('there is no OpenSSL for the tests of TLS; install openssl');
  process.stderr.write('the tests of TLS are left out: openssl was not found\n');
  return ['**/*.openssl.{spec,e2e}.ts'];
};
