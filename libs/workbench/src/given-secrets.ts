import { type ProvidedSecrets, secretPrefix, getSecretVariable } from '@tandem/core';
import { getOwnValue } from '@tandem/core/codec';

/**
 * Secret values from the process environment: `TANDEM_SECRET_<NAME>`. In a name, `_` may replace characters that a
 * shell does not allow, and capitals may replace small letters.
 * @param allowed names of secrets, or of variables without the prefix, that every workspace may use; `all` for all
 */
export const readProvidedSecrets = (
  env: Readonly<Record<string, string | undefined>>,
  allowed: readonly string[] = [],
): ProvidedSecrets => ({
  valueOf: (name) => env[`${secretPrefix}${name}`] ?? getOwnValue(env, getSecretVariable(name)),
  all: Object.entries(env).flatMap(([key, value]) =>
    key.startsWith(secretPrefix) && value ? [{ name: key.slice(secretPrefix.length), value }] : [],
  ),
  isAllowed: (name) =>
    allowed.some(
      (one) => one === 'all' || one === name || `${secretPrefix}${one}` === getSecretVariable(name),
    ),
});
