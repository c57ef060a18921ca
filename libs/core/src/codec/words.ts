import * as t from 'io-ts';

import { withSchema } from './struct.js';

export interface IntegerBrand {
  readonly Int: unique symbol;
}

/** A whole number within `minimum` and `maximum`, both included. */
export const integer = (minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER) =>
  withSchema(
    new t.RefinementType<typeof t.number, number, number, unknown>(
      minimum > Number.MIN_SAFE_INTEGER ? `a whole number from ${minimum} to ${maximum}` : 'a whole number',
      (u): u is number => typeof u === 'number' && Number.isInteger(u) && u >= minimum && u <= maximum,
      (u, context) =>
        typeof u === 'number' && Number.isInteger(u) && u >= minimum && u <= maximum
          ? t.success(u)
          : t.failure(u, context),
      t.identity,
      t.number,
      Number.isInteger,
    ),
    {
      ...(minimum > Number.MIN_SAFE_INTEGER ? { minimum } : {}),
      ...(maximum < Number.MAX_SAFE_INTEGER ? { maximum } : {}),
    },
  );

/** Any whole number. */
export const Int = integer();

/** One of a few words. */
export const oneOf = <W extends string>(...words: readonly [W, ...W[]]) =>
  t.keyof(
    Object.fromEntries(words.map((word) => [word, null])) as Record<W, null>,
    `one of ${words.join(', ')}`,
  );

/** A string that is not empty and is no longer than `maxLength` UTF-16 units. */
export const text = (name: string, maxLength = 1_000) =>
  withSchema(
    new t.RefinementType<typeof t.string, string, string, unknown>(
      name,
      (u): u is string => typeof u === 'string' && u.trim() !== '' && u.length <= maxLength,
      (u, context) =>
        typeof u === 'string' && u.trim() !== '' && u.length <= maxLength
          ? t.success(u)
          : t.failure(u, context),
      t.identity,
      t.string,
      (value) => value !== '',
    ),
    { minLength: 1 },
  );

/** A name: text of which a message says what it has to be. */
export const nameText = (maxLength = 1_000) =>
  text(`a name (1 to ${maxLength} characters, not only spaces)`, maxLength);

/** Any JSON value. */
export const Json = t.unknown;
