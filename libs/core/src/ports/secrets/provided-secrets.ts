import type { Secret } from '../../secrets/search.js';

/** The prefix of the environment variables that provide secret values. */
export const secretPrefix = 'TANDEM_SECRET_';

/** The environment variable for a secret whose name a shell does not allow: in capitals, digits and `_`. */
export const getSecretVariable = (name: string): string =>
  `${secretPrefix}${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`;

/** Secret values passed to the process, for secrets that have no value in the database. */
export interface ProvidedSecrets {
  /** The value of the secret with that name. */
  readonly valueOf: (name: string) => string | undefined;
  /** Every value passed to the process, whether or not an environment names its secret. */
  readonly all: readonly Secret[];
  /** Whether a start option allowed every workspace to use this value. */
  readonly isAllowed: (name: string) => boolean;
}
