import {
  type FindSecret,
  selectWithheldSecrets,
  prepareSearch,
  createSecretSearch,
  type Secret,
  minFileSecretLength,
} from '@tandem/core';

export type { FindSecret } from '@tandem/core';

const inFiles = { shortest: minFileSecretLength, pieces: false } as const;

/** Searches for the values of those `secrets` that are {@link keptOutOfFiles}. */
export const createSecretFinder = (secrets: readonly Secret[]): FindSecret =>
  createSecretSearch(selectWithheldSecrets(secrets), inFiles).first;

/** Prepares {@link createSecretFinder}, which takes time if there are many secrets; yields in between. */
export const prepareFinder = (secrets: readonly Secret[]): Promise<void> =>
  prepareSearch(selectWithheldSecrets(secrets), inFiles);
