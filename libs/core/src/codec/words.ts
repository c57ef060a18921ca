import * as t from 'io-ts';

import { type ExactNumber, isExactNumber } from './exact-json.js';

/** An integer from `minimum` to `maximum`, inclusive. */
export class IntegerType extends t.Type<number, number> {
  readonly _tag = 'IntegerType' as const;
  readonly minimum: number;
  readonly maximum: number;
  constructor(name: string, minimum: number, maximum: number) {
    const is = (u: unknown): u is number =>
      typeof u === 'number' && Number.isInteger(u) && u >= minimum && u <= maximum;
    super(name, is, (u, context) => (is(u) ? t.success(u) : t.failure(u, context)), t.identity);
    this.minimum = minimum;
    this.maximum = maximum;
  }
}

/** A non-empty string of at most `maxLength` UTF-16 units. If it refers to an entity, its issues name the entity. */
export class TextType extends t.Type<string, string> {
  readonly _tag = 'TextType' as const;
  readonly maxLength: number;
  readonly entity?: string;
  constructor(name: string, maxLength: number, entity?: string) {
    const is = (u: unknown): u is string => typeof u === 'string' && u.trim() !== '' && u.length <= maxLength;
    super(name, is, (u, context) => (is(u) ? t.success(u) : t.failure(u, context)), t.identity);
    this.maxLength = maxLength;
    if (entity !== undefined) this.entity = entity;
  }
}

/**
 * The id of an entity: a string that matches `pattern`, branded `B` so that ids of different kinds are not mixed up.
 */
export class IdType<B> extends t.Type<t.Branded<string, B>, string> {
  readonly _tag = 'IdType' as const;
  readonly pattern: RegExp;
  readonly entity: string;
  constructor(name: string, pattern: RegExp, entity: string) {
    const is = (u: unknown): u is t.Branded<string, B> => typeof u === 'string' && pattern.test(u);
    super(
      name,
      is,
      (u, context) => (is(u) ? t.success(u) : t.failure(u, context)),
      (id) => id,
    );
    this.pattern = pattern;
    this.entity = entity;
  }
}

/** An integer. Without limits, any integer that a double represents exactly. */
export const integer = (minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER) =>
  new IntegerType(
    minimum > Number.MIN_SAFE_INTEGER ? `a whole number from ${minimum} to ${maximum}` : 'a whole number',
    minimum,
    maximum,
  );

/** Any integer. */
export const Int = integer();

/** Creates a codec that accepts only these strings. */
export const oneOf = <W extends string>(...words: readonly [W, ...W[]]) =>
  t.keyof(
    Object.fromEntries(words.map((word) => [word, null])) as Record<W, null>,
    `one of ${words.join(', ')}`,
  );

/** A string, called `name` in messages. */
export const text = (name: string, maxLength = 1_000, entity?: string) =>
  new TextType(name, maxLength, entity);

/** A name. Error messages explain the rules. */
export const nameText = (maxLength = 1_000) =>
  text(`a name (1 to ${maxLength} characters, not only spaces)`, maxLength);

/** A JSON number with all its digits. Where a codec expects a plain number, `decode` returns the nearest double. */
export class JsonNumberType extends t.Type<number | ExactNumber, unknown> {
  readonly _tag = 'NumberType' as const;
  constructor() {
    const is = (u: unknown): u is number | ExactNumber => typeof u === 'number' || isExactNumber(u);
    super('number', is, (u, context) => (is(u) ? t.success(u) : t.failure(u, context)), t.identity);
  }
}

export const JsonNumber = new JsonNumberType();

/** Any JSON value. */
export const Json = t.unknown;
