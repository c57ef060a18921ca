import { isCommonWord } from './shape.js';
import { type Secret, selectSearchValues } from './search.js';

/**
 * Minimum length of a value kept out of files, in UTF-16 units. Longer than in responses: a shorter word occurs in
 * files by chance, and a field with it would never be merged.
 */
export const minFileSecretLength = 6;

/**
 * The values kept out of files: 6 characters or more, without surrounding white space. Common API words are excluded:
 * with a secret `password`, the URL `/password/reset` would be missing from the files.
 */
export const selectWithheldSecrets = (secrets: readonly Secret[]): readonly Secret[] =>
  selectSearchValues(
    secrets
      .map(({ name, value }) => ({ name, value: value.trim() }))
      .filter(({ value }) => !isCommonWord(value)),
    minFileSecretLength,
  );
