import * as fc from 'fast-check';
import type * as t from 'io-ts';

import type { IntegerType, KnownCodec, StructType } from '../codec/index.js';

const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', ' ', '{{host}}', '__proto__'),
);

/** Any key except `__proto__`, which io-ts loses while it decodes a record. */
const anyKey = fc.string().filter((key) => key !== '__proto__');

const anyNumber = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0 || 0),
);

const createAnyInteger = ({ minimum, maximum }: IntegerType): fc.Arbitrary<number> =>
  fc.maxSafeInteger().map((n) => minimum + (Math.abs(n) % (maximum - minimum + 1)));

const createStructValue = (codec: StructType<unknown>): fc.Arbitrary<unknown> => {
  const fields = { ...codec.required, ...codec.optional };
  const arbitraries = Object.fromEntries(
    Object.entries(fields).map(([key, field]) => [key, getArbitrary(field)]),
  );
  return fc.record(arbitraries, { requiredKeys: Object.keys(codec.required), noNullPrototype: true });
};

const createArbitrary = (codec: KnownCodec): fc.Arbitrary<unknown> => {
  switch (codec._tag) {
    case 'StringType':
      return anyText;
    case 'NumberType':
      return anyNumber;
    case 'BooleanType':
      return fc.boolean();
    case 'NullType':
      return fc.constant(null);
    case 'UnknownType':
    case 'AnyType':
      return fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown);
    case 'LiteralType':
      return fc.constant(codec.value);
    case 'KeyofType':
      return fc.constantFrom(...Object.keys(codec.keys));
    case 'ArrayType':
    case 'ReadonlyArrayType':
      return fc.array(getArbitrary(codec.type), { maxLength: 4 });
    case 'DictionaryType':
      return fc.dictionary(anyKey, getArbitrary(codec.codomain), { maxKeys: 4, noNullPrototype: true });
    case 'UnionType':
      return fc.oneof(...codec.types.map((one) => getArbitrary(one))).filter((value) => codec.is(value));
    case 'IntegerType':
      return createAnyInteger(codec);
    case 'TextType':
      return anyText.filter((value) => codec.is(value));
    case 'IdType':
      return fc.stringMatching(codec.pattern);
    case 'StructType':
      return createStructValue(codec);
    case 'TaggedType':
      return fc.oneof(...Object.values(codec.cases).map((one) => getArbitrary(one)));
    case 'DefaultedType':
    case 'AlternativeType':
      return getArbitrary(codec.inner);
    default:
      throw new TypeError(`${(codec as t.Any).name} has no arbitrary`);
  }
};

/**
 * Arbitrary values of `codec`.
 * @throws TypeError for an unsupported codec
 */
export const getArbitrary = <A>(codec: t.Type<A, never> | t.Type<A, unknown>): fc.Arbitrary<A> =>
  createArbitrary(codec as KnownCodec) as fc.Arbitrary<A>;
