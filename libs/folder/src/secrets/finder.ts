import { type FindSecret, isCommonWord, searchOf, type Secret, soughtValues } from '@tandem/core';

export type { FindSecret } from '@tandem/core';

/**
 * The shortest value that is kept out of files, in UTF-16 units. It is more than in answers: a shorter word stands in files by
 * chance, and a field that holds it would never be merged.
 */
const shortest = 6;

/**
 * What is looked for: values of 6 characters or more, without the white space around them. A word that stands in any API is
 * not: with a secret `password`, the URL `/password/reset` would be left out of the files.
 */
export const soughtIn = (secrets: readonly Secret[]): readonly Secret[] =>
  soughtValues(
    secrets
      .map(({ name, value }) => ({ name, value: value.trim() }))
      .filter(({ value }) => !isCommonWord(value)),
    shortest,
  );

/** A search for the values of `secrets`, as far as they are {@link soughtIn}. */
export const secretFinder = (secrets: readonly Secret[]): FindSecret =>
  searchOf(soughtIn(secrets), { shortest, pieces: false }).first;
