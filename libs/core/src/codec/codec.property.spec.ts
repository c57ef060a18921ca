import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import * as core from '../index.js';
import { E } from '../fp.js';
import { getArbitrary } from '../testing/arbitraries.js';
import { decode, t, toJsonSchema } from './index.js';

const isCodec = (value: unknown): value is t.Type<unknown> => value instanceof t.Type;

/** Every codec that the package exports, with its name. */
const codecs = Object.entries<unknown>(core).filter((entry): entry is [string, t.Type<unknown>] =>
  isCodec(entry[1]),
);

/** Excludes integers beyond 2^53: JSON Schema cannot express that JavaScript does not represent them exactly. */
const representableNumber = (_: string, value: unknown): unknown =>
  typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER ? 0 : value;

const anyJson = fc
  .jsonValue()
  .map((value) => JSON.parse(JSON.stringify(value), representableNumber) as unknown);

/** The paths of all values in a JSON value. */
const listPaths = (value: unknown): readonly (readonly string[])[] =>
  typeof value === 'object' && value !== null
    ? [[], ...Object.entries(value).flatMap(([key, inner]) => listPaths(inner).map((path) => [key, ...path]))]
    : [[]];

/** Replaces the value at `path`; undefined removes it. */
const replaceAtPath = (value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown => {
  if (key === undefined || typeof value !== 'object' || value === null) return by;
  const inner = replaceAtPath((value as Record<string, unknown>)[key], rest, by);
  if (Array.isArray(value))
    return value.flatMap((one, index) =>
      String(index) === key ? (inner === undefined ? [] : [inner]) : [one as unknown],
    );
  const others = Object.entries(value).filter(([name]) => name !== key);
  return Object.fromEntries(inner === undefined ? others : [...others, [key, inner]]);
};

/** Creates values of a codec, and variants of them with one error. */
const createNearMisses = (codec: t.Type<unknown>): fc.Arbitrary<unknown> =>
  fc
    .record({
      value: getArbitrary(codec).map((value) => JSON.parse(JSON.stringify(codec.encode(value))) as unknown),
      at: fc.nat(),
      by: fc.option(fc.oneof(anyJson, fc.constantFrom('', ' ', 0, -1, 1.5)), { nil: undefined }),
      extra: fc.option(fc.string(), { nil: undefined }),
    })
    .map(({ value, at, by, extra }) => {
      const places = listPaths(value);
      const path = places[at % places.length] ?? [];
      return extra === undefined
        ? replaceAtPath(value, path, by)
        : replaceAtPath(value, path.slice(0, -1).concat(extra), by);
    })
    .filter((value) => value !== undefined);

/** The checks that JSON Schema does not express: an id's format, a blank name, a request of one kind with fields of the other kind. */
const documentedChecks = [
  /\ban? (workspace|environment|folder|(REST |GraphQL )?request|execution) id\b/,
  /^an? (absolute path|name \(.+\)|request)$/,
];

const hasDocumentedCheck = (expected: string): boolean =>
  documentedChecks.some((phrase) => phrase.test(expected));

describe.each(codecs)('%s', (_, codec) => {
  const accepts = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(toJsonSchema(codec));

  it('decodes an encoded value to the same value', () => {
    fc.assert(
      fc.property(getArbitrary(codec), (value) => {
        expect(codec.is(value)).toBe(true);
        expect(decode(codec)(JSON.parse(JSON.stringify(codec.encode(value))))).toEqual(E.right(value));
      }),
    );
  });

  it('accepts exactly what its JSON Schema (2020-12) accepts, apart from documented additional checks', () => {
    fc.assert(
      fc.property(fc.oneof({ arbitrary: createNearMisses(codec), weight: 9 }, anyJson), (value) => {
        const decoded = decode(codec)(value);
        const closer =
          E.isLeft(decoded) && decoded.left.every(({ expected }) => hasDocumentedCheck(expected));
        if (!closer) expect(accepts(value)).toBe(E.isRight(decoded));
      }),
      { numRuns: 500 },
    );
  });
});

it('the properties cover more than twenty codecs', () => {
  expect(codecs.length).toBeGreaterThan(20);
});
