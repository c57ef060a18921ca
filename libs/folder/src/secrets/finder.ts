import {
  type FindSecret,
  keptOutOfFiles,
  prepareSearch,
  searchOf,
  type Secret,
  shortestInFiles,
} from '@tandem/core';

export type { FindSecret } from '@tandem/core';

const inFiles = { shortest: shortestInFiles, pieces: false } as const;

/** A search for the values of `secrets`, as far as they are {@link keptOutOfFiles}. */
export const secretFinder = (secrets: readonly Secret[]): FindSecret =>
  searchOf(keptOutOfFiles(secrets), inFiles).first;

/** Does beforehand what {@link secretFinder} needs time for when there are many secrets; others have a turn meanwhile. */
export const prepareFinder = (secrets: readonly Secret[]): Promise<void> =>
  prepareSearch(keptOutOfFiles(secrets), inFiles);
