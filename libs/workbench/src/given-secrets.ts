import type { GivenSecrets } from '@tandem/core';

const prefix = 'TANDEM_SECRET_';

/** The name in the form of a shell variable: capitals, digits and `_`. */
const spelt = (name: string): string => name.toUpperCase().replace(/[^A-Z0-9]/g, '_');

/**
 * Values of secrets from the process environment: `TANDEM_SECRET_<NAME>`. In a name, `_` may replace characters that a shell
 * does not allow, and capitals may replace small letters.
 * @param allowed names of secrets, or of variables without the prefix, that every workspace may use; `all` for all
 */
export const secretsFromEnvironment = (
  env: Readonly<Record<string, string | undefined>>,
  allowed: readonly string[] = [],
): GivenSecrets => ({
  valueOf: (name) => env[`${prefix}${name}`] ?? env[`${prefix}${spelt(name)}`],
  all: Object.entries(env).flatMap(([key, value]) =>
    key.startsWith(prefix) && value ? [{ name: key.slice(prefix.length), value }] : [],
  ),
  isAllowed: (name) => allowed.some((one) => one === 'all' || one === name || one === spelt(name)),
});
