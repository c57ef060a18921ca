import { isCommonWord } from './shape.js';
import { type Secret, selectSearchValues } from './search.js';

/**
 * The shortest value that is kept out of files, in UTF-16 units. It is more than in answers: a shorter word stands in files by
 * chance, and a field that holds it would never be merged.
 */
export const minFileSecretLength = 6;

/**
 * What is kept out of files: values of 6 characters or more, without the white space around them. A word that stands in any API is
 * not: with a secret `password`, the URL `/password/reset` would be left out of the files.
 */
export const selectWithheldSecrets = (secrets: readonly Secret[]): readonly Secret[] =>
  selectSearchValues(
    secrets
      .map(({ name, value }) => ({ name, value: value.trim() }))
      .filter(({ value }) => !isCommonWord(value)),
    minFileSecretLength,
  );
