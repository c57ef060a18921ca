import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type * as t from 'io-ts';

import { deepest, isTooDeep } from './depth.js';
import type { Issue } from './issues.js';
import { issuesOf } from './issues.js';

export * as t from 'io-ts';
export { alternative, AlternativeType } from './alternative.js';
export { deepest, isTooDeep } from './depth.js';
export { type Issue, issuesOf, shown } from './issues.js';
export { type Expectation, scanJson, type Unexpected } from './json-scan.js';
export { type JsonSchema, type KnownCodec, toJsonSchema } from './json-schema.js';
export { mapText, type TextMap } from './map-text.js';
export { ownValue } from './own.js';
export { nearest } from './nearest.js';
export {
  DefaultedType,
  type Fields,
  StructType,
  TaggedType,
  defaulted,
  described,
  keywordsOf,
  struct,
  tagged,
  withSchema,
} from './struct.js';
export { IdType, Int, IntegerType, Json, TextType, integer, nameText, oneOf, text } from './words.js';

const tooDeep: Issue = {
  path: '',
  expected: `at most ${deepest} levels`,
  got: 'more',
  message: `must not be nested more than ${deepest} deep`,
};

/** Decodes an untrusted value; the left side lists all of its errors. */
export const decode =
  <A>(codec: t.Type<A, unknown>) =>
  (value: unknown): E.Either<readonly Issue[], A> =>
    isTooDeep(value) ? E.left([tooDeep]) : pipe(codec.decode(value), E.mapLeft(issuesOf));
