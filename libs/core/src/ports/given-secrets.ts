import type { Secret } from '../secrets/search.js';

/** Secret values passed to the process, for secrets that have no value in the database. */
export interface GivenSecrets {
  /** The value of the secret with that name. */
  readonly valueOf: (name: string) => string | undefined;
  /** Every value passed to the process, whether or not an environment names its secret. */
  readonly all: readonly Secret[];
  /** Whether the process was started with permission for every workspace to use this value. */
  readonly isAllowed: (name: string) => boolean;
}
