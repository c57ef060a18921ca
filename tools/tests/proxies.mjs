import { spawnSync } from 'node:child_process';

/** The programs that tests use as proxies or to create certificates, by their Debian packages. */
const packages = {
  openssl: 'openssl',
  tinyproxy: 'tinyproxy-bin',
  microsocks: 'microsocks',
  danted: 'dante-server',
};

/** Also search the folder where Debian installs servers, which may not be on the user's PATH. */
const env = { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin` };

/**
 * Returns the patterns of the tests that need proxies, if this machine has none. In CI that is an
 * error.
 * @returns {string[]}
 */
export const excludeProxyTests = () => {
  const missing = Object.entries(packages)
    .filter(([program]) => spawnSync(program, ['-h'], { env, timeout: 5_000 }).error !== undefined)
    .map(([, name]) => name);
  if (missing.length === 0) return [];
  const way = `apt-get install ${missing.join(' ')}`;
  if (process.env.CI) throw new Error(`there are no proxies for the tests of proxies; ${way}`);
  process.stderr.write(`the tests of proxies are left out: programs are missing; ${way}\n`);
  return ['**/*.proxy.spec.ts'];
};
