import { type Diagnostic, type Pair, minHiddenLength } from '@tandem/core';

const isShort = ({ value, enabled }: Pair): boolean => {
  const { length } = value.trim();
  return enabled && length > 0 && length < minHiddenLength;
};

/** Whether a secret with that name is not hidden. */
export const isShortSecret = (secrets: readonly Pair[], name: string): boolean =>
  secrets.some((one) => one.name === name && isShort(one));

/** Names the enabled secrets that are not hidden because values that short occur in any text by chance. */
export const createShortSecretNotes = (secrets: readonly Pair[]): readonly Diagnostic[] =>
  secrets.filter(isShort).map(({ name }) => ({
    code: 'SECRET_TOO_SHORT',
    message: `The secret ${name} has fewer than ${minHiddenLength} characters, so it is not hidden where it stands in requests, responses and logs. Give it a longer value, or make it a variable if it is no secret.`,
    where: `secret:${name}`,
  }));
