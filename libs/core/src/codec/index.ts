import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type * as t from 'io-ts';

import { maxDepth, isTooDeep } from './depth.js';
import { isContainer, isExactNumber } from './exact-json.js';
import type { Issue } from './issues.js';
import { toIssues } from './issues.js';

export * as t from 'io-ts';
export { alternative, AlternativeType } from './alternative.js';
export { maxDepth, isTooDeep } from './depth.js';
export {
  toCanonicalNumber,
  ExactNumber,
  isContainer,
  isExactNumber,
  isJsonObject,
  parseNumber,
  parseJson,
  stringifyJson,
  toPlainNumbers,
} from './exact-json.js';
export { type Issue, toIssues, formatReceivedValue } from './issues.js';
export { type Expectation, scanJson, type UnexpectedToken } from './json-scan.js';
export { type JsonSchema, type KnownCodec, toJsonSchema } from './json-schema.js';
export { findJsonCommentEnd, parseLenientJson, toStrictJson, removeJsonComments } from './lenient-json.js';
export { mapText, mapTextInSlices, type TextMap } from './map-text.js';
export { getOwnValue } from './own.js';
export { readSentArguments } from './sent-arguments.js';
export { findNearest } from './nearest.js';
export {
  DefaultedType,
  type Fields,
  StructType,
  TaggedType,
  withDefault,
  withDescription,
  getKeywords,
  struct,
  taggedUnion,
  withSchema,
} from './struct.js';
export {
  IdType,
  Int,
  IntegerType,
  Json,
  JsonNumber,
  JsonNumberType,
  TextType,
  integer,
  nameText,
  oneOf,
  text,
} from './words.js';

const tooDeepIssue: Issue = {
  path: '',
  expected: `at most ${maxDepth} levels`,
  got: 'more',
  message: `must not be nested more than ${maxDepth} deep`,
};

/** A copy of `value` with each exact number rounded to the nearest double. */
const roundNumbers = (value: unknown, numbers: ReadonlySet<unknown>): unknown => {
  if (isExactNumber(value)) return numbers.has(value) ? value.valueOf() : value;
  if (!isContainer(value)) return value;
  if (Array.isArray(value)) return value.map((one) => roundNumbers(one, numbers));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, roundNumbers(one, numbers)]));
};

/** Decodes with exact numbers where the codec takes any value, and plain ones where it expects a number. */
const decodeNumbers = <A>(codec: t.Type<A, unknown>, value: unknown): t.Validation<A> => {
  const decoded = codec.decode(value);
  if (E.isRight(decoded)) return decoded;
  const numbers = new Set(decoded.left.flatMap((error) => (isExactNumber(error.value) ? [error.value] : [])));
  if (numbers.size === 0) return decoded;
  const again = codec.decode(roundNumbers(value, numbers));
  return E.isRight(again) ? again : decoded;
};

/** Decodes an untrusted value. The left side lists all errors. */
export const decode =
  <A>(codec: t.Type<A, unknown>) =>
  (value: unknown): E.Either<readonly Issue[], A> =>
    isTooDeep(value) ? E.left([tooDeepIssue]) : pipe(decodeNumbers(codec, value), E.mapLeft(toIssues));
