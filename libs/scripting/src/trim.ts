import { createRedactor, type Redactor, type ScriptError, type Secret } from '@tandem/core';

import type { GuestAnswer, GuestTest } from './messages.js';

/** Maximum length of an error's message or stack, in UTF-16 units. */
const maxErrorLength = 2_000;

/** Maximum length of the location of a failed test, which may name a file. */
const maxLocationLength = 300;

/** Maximum length of a test's expected or actual text. The guest cuts JSON to this length. */
const maxValueLength = 10_000;

const findCommonPrefix = (a: string, b: string): string => {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return a.slice(0, length);
};

/**
 * Cuts `text` to `most` UTF-16 units and redacts its secrets. Drops a secret at the cut: the result is the common prefix of the cut text
 * and the complete text, each redacted.
 */
export const cutBesideSecrets = (text: string, most: number, { text: hide }: Redactor): string => {
  const cut = hide(text.slice(0, most));
  const shown = findCommonPrefix(cut, hide(text));
  return shown === cut ? cut : shown.replace(/‹[^‹›]*$/, '');
};

/** Creates functions that shorten the texts of a script without splitting a secret. */
export const createTrim = (initial: Readonly<Record<string, string>>, hidden: readonly Secret[] = []) => {
  const secrets: Secret[] = [...Object.entries(initial).map(([name, value]) => ({ name, value })), ...hidden];
  let redactor: Redactor | undefined;

  const learn = (more: readonly Secret[]): void => {
    if (more.length === 0) return;
    secrets.push(...more);
    redactor = undefined;
  };
  const secretsIn = (changes: GuestAnswer['changes']): readonly Secret[] =>
    changes.flatMap(({ kind, name, value }) =>
      kind === 'secret' && value !== null ? [{ name, value }] : [],
    );
  const cut = (text: string, most: number): string =>
    text.length <= most ? text : cutBesideSecrets(text, most, (redactor ??= createRedactor(secrets)));

  const error = (given: ScriptError): ScriptError => ({
    ...given,
    message: cut(given.message, maxErrorLength),
    ...(given.stack === undefined ? {} : { stack: cut(given.stack, maxErrorLength) }),
  });
  const value = (given: unknown): unknown => (typeof given === 'string' ? cut(given, maxValueLength) : given);
  const test = (given: GuestTest): GuestTest => {
    if (given.error === null) return given;
    const { message, place = '', ...compared } = given.error;
    const values = Object.entries(compared).map(([key, one]) => [key, value(one)] as const);
    return {
      ...given,
      error: {
        message: cut(message, maxErrorLength) + place.slice(0, maxLocationLength),
        ...Object.fromEntries(values),
      },
    };
  };

  const trimmed = (answer: GuestAnswer): GuestAnswer => {
    learn(secretsIn(answer.changes));
    return {
      ...answer,
      error: answer.error && error(answer.error),
      tests: answer.tests.map(test),
      logs: answer.logs.map(({ level, message, shown }) => ({
        level,
        message: cut(message, shown ?? message.length),
      })),
    };
  };
  return {
    /** Adds secrets that must not be split from now on. */
    learn,
    answer: trimmed,
  };
};
