import type { Secret } from '../secrets/search.js';

/** Values of secrets that the process was given, for secrets that have none in the database. */
export interface GivenSecrets {
  /** The value for a secret of that name. */
  readonly valueOf: (name: string) => string | undefined;
  /** Every value that was given, whether or not an environment names its secret. */
  readonly all: readonly Secret[];
  /** Whether whoever started the process allowed every workspace to use the value of that name. */
  readonly isAllowed: (name: string) => boolean;
}
