import { createHmac, randomBytes } from 'node:crypto';
import {
  createSecretSearch,
  type FindSecret,
  minFileSecretLength,
  prepareSearch,
  type Secret,
  selectWithheldSecrets,
} from '@tandem/core';
import { stringifyJson } from '@tandem/core/codec';

export type { FindSecret } from '@tandem/core';

const fileSearchOptions = { minLength: minFileSecretLength, pieces: false } as const;

/** Searches text for the values of {@link selectWithheldSecrets}. */
export const createSecretFinder = (secrets: readonly Secret[]): FindSecret =>
  createSecretSearch(selectWithheldSecrets(secrets), fileSearchOptions).first;

/** Prepares {@link createSecretFinder}, which takes time if there are many secrets. Yields in between. */
export const prepareFinder = (secrets: readonly Secret[]): Promise<void> =>
  prepareSearch(selectWithheldSecrets(secrets), fileSearchOptions);

/** Identifies which secrets a search is for, without containing their values. */
export interface SecretSearch {
  /** Identifies the current search. */
  readonly mark: string;
  /** Whether `mark` identifies a search for the same values. */
  readonly isCurrent: (mark: string) => boolean;
}

const signText = (salt: string, text: string): string =>
  `${salt}.${createHmac('sha256', salt).update(text).digest('hex')}`;

/**
 * Creates the mark of a search for `secrets`. Uses a mark from `known` again if it is for the same values. A new mark has a random salt, so
 * that the same value has a different mark in each workspace. Empty if there is nothing to search for.
 */
export const createSearchMark = (secrets: readonly Secret[], known: Iterable<string>): SecretSearch => {
  const values = [...new Set(selectWithheldSecrets(secrets).map(({ value }) => value))].sort();
  const text = stringifyJson(values);
  const markBy = (salt: string): string => (values.length === 0 ? '' : signText(salt, text));
  const marks = new Set(known);
  const current = [...marks].find((mark) => markBy(mark.split('.')[0] ?? '') === mark);
  const mark = current ?? markBy(randomBytes(16).toString('hex'));
  return { mark, isCurrent: (other) => other === mark };
};
