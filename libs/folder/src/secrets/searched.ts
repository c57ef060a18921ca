import { createHmac, randomBytes } from 'node:crypto';

import { selectWithheldSecrets, type Secret } from '@tandem/core';
import { stringifyJson } from '@tandem/core/codec';

/** For which secrets something was searched, told without their values. */
export interface SecretSearch {
  /** The mark of what is searched now. */
  readonly mark: string;
  /** Whether what bears `mark` was searched for the same values. */
  readonly isCurrent: (mark: string) => boolean;
}

const signText = (salt: string, text: string): string =>
  `${salt}.${createHmac('sha256', salt).update(text).digest('hex')}`;

/**
 * The mark of a search for `secrets`: one of `known` where that is theirs, else a new one, salted by chance, so that the
 * same value has another mark in each workspace. It is empty where nothing is searched for.
 */
export const createSecretSearch = (secrets: readonly Secret[], known: Iterable<string>): SecretSearch => {
  const values = [...new Set(selectWithheldSecrets(secrets).map(({ value }) => value))].sort();
  const text = stringifyJson(values);
  const markBy = (salt: string): string => (values.length === 0 ? '' : signText(salt, text));
  const marks = new Set(known);
  const current = [...marks].find((mark) => markBy(mark.split('.')[0] ?? '') === mark);
  const mark = current ?? markBy(randomBytes(16).toString('hex'));
  return { mark, isCurrent: (other) => other === mark };
};
