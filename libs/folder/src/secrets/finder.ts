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

/** Searches for the values of those `secrets` that are {@link keptOutOfFiles}. */
export const secretFinder = (secrets: readonly Secret[]): FindSecret =>
  searchOf(selectWithheldSecrets(secrets), inFiles).first;

/** Prepares {@link secretFinder}, which takes time if there are many secrets; yields in between. */
export const prepareFinder = (secrets: readonly Secret[]): Promise<void> =>
  prepareSearch(selectWithheldSecrets(secrets), inFiles);
