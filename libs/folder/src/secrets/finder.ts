import {
  type FindSecret,
  selectWithheldSecrets,
  prepareSearch,
  searchOf,
  type Secret,
  minFileSecretLength,
} from '@tandem/core';

export type { FindSecret } from '@tandem/core';

const inFiles = { shortest: minFileSecretLength, pieces: false } as const;

/** A search for the values of `secrets`, as far as they are {@link keptOutOfFiles}. */
export const secretFinder = (secrets: readonly Secret[]): FindSecret =>
  searchOf(selectWithheldSecrets(secrets), inFiles).first;

/** Does beforehand what {@link secretFinder} needs time for when there are many secrets; others have a turn meanwhile. */
export const prepareFinder = (secrets: readonly Secret[]): Promise<void> =>
  prepareSearch(selectWithheldSecrets(secrets), inFiles);
