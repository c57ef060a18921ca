import type * as t from 'io-ts';

import type { AlternativeType } from './alternative.js';
import type { DefaultedType, StructType, TaggedType } from './struct.js';
import { getKeywords } from './struct.js';
import type { IdType, IntegerType, TextType } from './words.js';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Every kind of codec that the domain uses, distinguished by `_tag`. */
export type KnownCodec =
  | t.StringType
  | t.NumberType
  | t.BooleanType
  | t.NullType
  | t.UnknownType
  | t.AnyType
  | t.LiteralType<string | number | boolean>
  | t.KeyofType<Record<string, unknown>>
  | t.ArrayType<t.Any>
  | t.ReadonlyArrayType<t.Any>
  | t.DictionaryType<t.Any, t.Any>
  | t.UnionType<t.Any[]>
  | IntegerType
  | TextType
  | IdType<unknown>
  | StructType<unknown>
  | TaggedType<unknown>
  | DefaultedType<unknown>
  | AlternativeType<unknown>;

const isDefaulted = (codec: t.Any): boolean => (codec as { _tag?: string })._tag === 'DefaultedType';

const toStructSchema = (codec: StructType<unknown>): JsonSchema => {
  const fields = { ...codec.required, ...codec.optional };
  const required = Object.entries(codec.required).flatMap(([key, field]) =>
    isDefaulted(field) ? [] : [key],
  );
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, toJsonSchema(field)])),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
};

const toIntegerSchema = ({ minimum, maximum }: IntegerType): JsonSchema => ({
  type: 'integer',
  ...(minimum > Number.MIN_SAFE_INTEGER ? { minimum } : {}),
  ...(maximum < Number.MAX_SAFE_INTEGER ? { maximum } : {}),
});

const toSchemaShape = (codec: KnownCodec): JsonSchema => {
  switch (codec._tag) {
    case 'StringType':
      return { type: 'string' };
    case 'NumberType':
      return { type: 'number' };
    case 'BooleanType':
      return { type: 'boolean' };
    case 'NullType':
      return { type: 'null' };
    case 'UnknownType':
    case 'AnyType':
      return {};
    case 'LiteralType':
      return { const: codec.value };
    case 'KeyofType':
      return { type: 'string', enum: Object.keys(codec.keys) };
    case 'ArrayType':
    case 'ReadonlyArrayType':
      return { type: 'array', items: toJsonSchema(codec.type) };
    case 'DictionaryType':
      return { type: 'object', additionalProperties: toJsonSchema(codec.codomain) };
    case 'UnionType':
      return { anyOf: codec.types.map((one) => toJsonSchema(one)) };
    case 'IntegerType':
      return toIntegerSchema(codec);
    case 'TextType':
      return { type: 'string', minLength: 1 };
    case 'IdType':
      return { type: 'string' };
    case 'StructType':
      return toStructSchema(codec);
    case 'TaggedType':
      return { anyOf: Object.values(codec.cases).map((one) => toJsonSchema(one as t.Any)) };
    case 'DefaultedType':
      return toJsonSchema(codec.inner);
    case 'AlternativeType':
      return { anyOf: [toJsonSchema(codec.inner), toJsonSchema(codec.other)] };
    default:
      throw new TypeError(`${(codec as t.Any).name} has no JSON Schema`);
  }
};

/**
 * Converts a codec to JSON Schema (draft 2020-12), so that clients see exactly what is checked.
 * @throws TypeError for a codec that JSON Schema cannot express
 */
export const toJsonSchema = (codec: t.Any): JsonSchema => ({
  ...toSchemaShape(codec as KnownCodec),
  ...getKeywords(codec),
});
