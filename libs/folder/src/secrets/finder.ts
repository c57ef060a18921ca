import { type FindSecret, keptOutOfFiles, searchOf, type Secret, shortestInFiles } from '@tandem/core';

export type { FindSecret } from '@tandem/core';

/** A search for the values of `secrets`, as far as they are {@link keptOutOfFiles}. */
export const secretFinder = (secrets: readonly Secret[]): FindSecret =>
  searchOf(keptOutOfFiles(secrets), { shortest: shortestInFiles, pieces: false }).first;
