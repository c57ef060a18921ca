/**
 * Values of secrets from the process environment: `TANDEM_SECRET_<NAME>`, where what no shell can spell in a name may be
 * `_`, and small letters may be capitals.
 */
export const secretsFromEnvironment =
  (env: Readonly<Record<string, string | undefined>>) =>
  (name: string): string | undefined =>
    env[`TANDEM_SECRET_${name}`] ?? env[`TANDEM_SECRET_${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`];
