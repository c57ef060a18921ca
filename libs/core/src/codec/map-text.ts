import { createTurns } from '../in-slices.js';
import { getOwnValue } from './own.js';
import type * as t from 'io-ts';

import type { StructType } from './struct.js';

/** How to replace free text, and values without a codec. */
export interface TextMap {
  readonly text: (text: string) => string;
  readonly json: (value: unknown) => unknown;
}

type StructFields = Pick<StructType<unknown>, 'required' | 'optional'>;

/** The fields of the kinds of codecs. `_tag` determines which fields a codec has. */
interface CodecNode extends t.Any, StructFields {
  readonly _tag?: string;
  readonly type: t.Any;
  readonly types: readonly t.Any[];
  readonly codomain: t.Any;
  readonly inner: t.Any;
  readonly tag: string;
  readonly cases: Readonly<Record<string, StructFields>>;
}

const record = (value: unknown) => value as Readonly<Record<string, unknown>>;

const mapStructText = (codec: StructFields, map: TextMap, value: unknown): unknown => {
  const fields = { ...codec.required, ...codec.optional };
  return Object.fromEntries(
    Object.entries(record(value)).map(([key, one]) => {
      const field = getOwnValue(fields, key);
      return [key, field === undefined ? one : mapText(field, map)(one)];
    }),
  );
};

const mapTaggedText = (
  { tag, cases }: Pick<CodecNode, 'tag' | 'cases'>,
  map: TextMap,
  value: unknown,
): unknown => {
  const found = getOwnValue(cases, String(getOwnValue(record(value), tag)));
  return found === undefined ? map.json(value) : mapStructText(found, map, value);
};

const mapDictionaryText = (codomain: t.Any, map: TextMap, value: unknown): unknown =>
  Object.fromEntries(
    Object.entries(record(value)).map(([key, one]) => [map.text(key), mapText(codomain, map)(one)]),
  );

/**
 * Replaces the strings in a value, except those that its codec determines: field names and choices. The keys of a record are replaced
 * too.
 */
export const mapText =
  (codec: t.Any, map: TextMap) =>
  (value: unknown): unknown => {
    const walked = codec as CodecNode;
    switch (walked._tag) {
      case 'StringType':
      case 'TextType':
      case 'IdType':
        return typeof value === 'string' ? map.text(value) : value;
      case 'ArrayType':
      case 'ReadonlyArrayType':
        return (value as readonly unknown[]).map(mapText(walked.type, map));
      case 'DictionaryType':
        return mapDictionaryText(walked.codomain, map, value);
      case 'UnionType': {
        const member = walked.types.find((one) => one.is(value));
        return member === undefined ? map.json(value) : mapText(member, map)(value);
      }
      case 'StructType':
        return mapStructText(walked, map, value);
      case 'TaggedType':
        return mapTaggedText(walked, map, value);
      case 'DefaultedType':
      case 'AlternativeType':
        return mapText(walked.inner, map)(value);
      case 'NullType':
      case 'NumberType':
      case 'IntegerType':
      case 'BooleanType':
      case 'LiteralType':
      case 'KeyofType':
        return value;
      default:
        return map.json(value);
    }
  };

/** Replaces strings like {@link mapText}, but yields after each entry of a long list. */
export const mapTextInSlices =
  (codec: t.Any, map: TextMap) =>
  async (value: unknown): Promise<unknown> => {
    const turns = createTurns();
    const walk = async (one: t.Any, of: unknown): Promise<unknown> => {
      const walked = one as CodecNode;
      if (walked._tag === 'ArrayType' || walked._tag === 'ReadonlyArrayType') {
        const mapped: unknown[] = [];
        for (const entry of of as readonly unknown[]) {
          mapped.push(mapText(walked.type, map)(entry));
          await turns();
        }
        return mapped;
      }
      if (walked._tag !== 'StructType') return mapText(one, map)(of);
      const { required, optional } = walked;
      const fields = { ...required, ...optional };
      const mapped: [string, unknown][] = [];
      for (const [key, inner] of Object.entries(record(of))) {
        const field = getOwnValue(fields, key);
        mapped.push([key, field === undefined ? inner : await walk(field, inner)]);
      }
      return Object.fromEntries(mapped);
    };
    return walk(codec, value);
  };
