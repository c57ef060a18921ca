import * as E from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';

import { isContainer, isExactNumber, isJsonObject, parseJson } from './exact-json.js';
import type { KnownCodec } from './json-schema.js';
import { getOwnValue } from './own.js';
import { DefaultedType, type Fields } from './struct.js';

type JsonObject = Readonly<Record<string, unknown>>;

const isAccepted = (codec: t.Any, value: unknown): boolean => E.isRight(codec.decode(value));

/** Parses JSON text of a list, an object, a number or a boolean; undefined for any other text. */
const parseSentJson = (text: string): unknown => {
  try {
    const value: unknown = parseJson(text);
    return isContainer(value) ||
      isExactNumber(value) ||
      typeof value === 'number' ||
      typeof value === 'boolean'
      ? value
      : undefined;
  } catch {
    return undefined;
  }
};

/** Whether a struct requires a field. */
const isRequired = (required: Fields, name: string): boolean => {
  const codec = getOwnValue(required, name);
  return codec !== undefined && !(codec instanceof DefaultedType);
};

const readFields = (required: Fields, optional: Fields, value: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => {
      const codec = getOwnValue(required, name) ?? getOwnValue(optional, name);
      if (one === null && !isRequired(required, name) && codec?.is(null) !== true) return [];
      return [[name, codec === undefined ? one : readValue(codec, one)]];
    }),
  );

/** Reads the value with the first codec of a union that accepts it; returns it unchanged if none does. */
const readAlternative = (codecs: readonly t.Any[], value: unknown): unknown => {
  for (const codec of codecs) {
    const read = readValue(codec, value);
    if (isAccepted(codec, read)) return read;
  }
  return value;
};

/** Reads the parts of a value that is not a string. */
const readParts = (codec: KnownCodec, value: unknown): unknown => {
  switch (codec._tag) {
    case 'StructType':
      return isJsonObject(value) ? readFields(codec.required, codec.optional, value) : value;
    case 'TaggedType': {
      const word = isJsonObject(value) ? getOwnValue(value, codec.tag) : undefined;
      const found = typeof word === 'string' ? getOwnValue(codec.cases, word) : undefined;
      return found === undefined ? value : readValue(found, value);
    }
    case 'ArrayType':
    case 'ReadonlyArrayType':
      return Array.isArray(value) ? value.map((one) => readValue(codec.type, one)) : value;
    case 'DictionaryType':
      return isJsonObject(value)
        ? Object.fromEntries(
            Object.entries(value).map(([name, one]) => [name, readValue(codec.codomain, one)]),
          )
        : value;
    case 'UnionType':
      return readAlternative(codec.types, value);
    case 'AlternativeType':
      return readAlternative([codec.inner, codec.other], value);
    case 'DefaultedType':
      return readValue(codec.inner, value);
    default:
      return value;
  }
};

/** Reads a string as a list with this one string. A string with a comma or a line break may mean several, so it stays a string. */
const readSingleText = (codec: KnownCodec, value: string): unknown =>
  (codec._tag === 'ReadonlyArrayType' || codec._tag === 'ArrayType') &&
  !/[,\n]/.test(value) &&
  isAccepted(codec.type, value) &&
  !isAccepted(codec.type, {})
    ? [value]
    : value;

const readValue = (codec: t.Any, value: unknown): unknown => {
  if (isAccepted(codec, value)) return value;
  if (typeof value !== 'string') return readParts(codec as KnownCodec, value);
  const parsed = parseSentJson(value);
  if (parsed === undefined) return readSingleText(codec as KnownCodec, value);
  const read = readValue(codec, parsed);
  return isContainer(parsed) || isAccepted(codec, read) ? read : value;
};

const isEmptyTextNull = (codec: t.Any | undefined): boolean => codec?.is(null) === true && codec.is('');

/**
 * Reads the arguments of a call with their codec. Clients differ in what they can send: some send null for an argument that they leave
 * out, some the JSON text of a value, some a single string for a list. Therefore null means "not provided", an empty string means null
 * if the codec accepts both, and a string that the codec refuses is parsed as JSON.
 */
export const readSentArguments = (codec: t.Any, value: unknown): unknown => {
  if (!isJsonObject(value)) return value;
  const { required = {}, optional = {} } = codec as Partial<Record<'required' | 'optional', Fields>>;
  const fields: Fields = { ...optional, ...required };
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => {
      const field = getOwnValue(fields, name);
      if (one === null && !isRequired(required, name)) return [];
      if (one === '' && isEmptyTextNull(field)) return [[name, null]];
      return [[name, field === undefined ? one : readValue(field, one)]];
    }),
  );
};
