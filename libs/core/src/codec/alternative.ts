import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';

import type { ExplainedError } from './issues.js';
import { getKeywords, withSchema } from './struct.js';

/** A codec that also reads a second form of a value. It always stores and writes the first form. */
export class AlternativeType<A> extends t.Type<A, unknown> {
  readonly _tag = 'AlternativeType' as const;
  readonly inner: t.Type<A, unknown>;
  readonly other: t.Any;
  constructor(
    name: string,
    inner: t.Type<A, unknown>,
    other: t.Any,
    convert: (u: unknown) => E.Either<string | null, A>,
  ) {
    super(
      name,
      (u): u is A => inner.is(u),
      (u, context) => {
        const converted = convert(u);
        if (E.isRight(converted)) return converted;
        if (converted.left !== null)
          return t.failures([createExplainedError(u, context, name, converted.left)]);
        const read = inner.validate(u, context);
        return E.isLeft(read)
          ? E.left(read.left.map((error) => expectEitherForm(error, context, name)))
          : read;
      },
      (a) => inner.encode(a),
    );
    this.inner = inner;
    this.other = other;
  }
}

const createExplainedError = (
  value: unknown,
  context: t.Context,
  expected: string,
  message: string,
): ExplainedError => ({
  value,
  context,
  message,
  expected,
});

/** Changes the error for a value in neither form so that it names both forms. */
const expectEitherForm = (error: ExplainedError, context: t.Context, name: string): ExplainedError =>
  error.context.length === context.length ? { ...error, expected: name } : error;

/**
 * A codec like `inner` that also reads values of `other`.
 * @param convert returns the value in the first form or the reason why that is not possible; null if the value may already have the first
 * form
 * @param name a description of both forms for error messages
 */
export const alternative = <A, B>(
  name: string,
  inner: t.Type<A, unknown>,
  other: t.Type<B, unknown>,
  convert: (value: B) => E.Either<string | null, A>,
): AlternativeType<A> =>
  withSchema(
    new AlternativeType(name, inner, other, (u) => (other.is(u) ? convert(u) : E.left(null))),
    getKeywords(inner),
  );
