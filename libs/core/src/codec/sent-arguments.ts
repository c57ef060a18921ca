import * as E from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';

import { isContainer, isExactNumber, isJsonObject, parseJson } from './exact-json.js';
import type { KnownCodec } from './json-schema.js';
import { getOwnValue } from './own.js';
import { DefaultedType, type Fields } from './struct.js';

type JsonObject = Readonly<Record<string, unknown>>;

const isRead = (codec: t.Any, value: unknown): boolean => E.isRight(codec.decode(value));

/** The list, object, number or boolean that a text is the JSON of; undefined if it is neither. */
const parseSent = (text: string): unknown => {
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

/** Whether a struct is incomplete without a field. */
const isNeeded = (required: Fields, name: string): boolean => {
  const codec = getOwnValue(required, name);
  return codec !== undefined && !(codec instanceof DefaultedType);
};

const readFields = (required: Fields, optional: Fields, value: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => {
      const codec = getOwnValue(required, name) ?? getOwnValue(optional, name);
      if (one === null && !isNeeded(required, name) && codec?.is(null) !== true) return [];
      return [[name, codec === undefined ? one : readSent(codec, one)]];
    }),
  );

/** The first form of a union that reads the value, or the value as it is. */
const readAlternative = (codecs: readonly t.Any[], value: unknown): unknown => {
  for (const codec of codecs) {
    const read = readSent(codec, value);
    if (isRead(codec, read)) return read;
  }
  return value;
};

/** A value that is not a text in place of JSON, as its codec reads it. */
const readParts = (codec: KnownCodec, value: unknown): unknown => {
  switch (codec._tag) {
    case 'StructType':
      return isJsonObject(value) ? readFields(codec.required, codec.optional, value) : value;
    case 'TaggedType': {
      const word = isJsonObject(value) ? getOwnValue(value, codec.tag) : undefined;
      const found = typeof word === 'string' ? getOwnValue(codec.cases, word) : undefined;
      return found === undefined ? value : readSent(found, value);
    }
    case 'ArrayType':
    case 'ReadonlyArrayType':
      return Array.isArray(value) ? value.map((one) => readSent(codec.type, one)) : value;
    case 'DictionaryType':
      return isJsonObject(value)
        ? Object.fromEntries(
            Object.entries(value).map(([name, one]) => [name, readSent(codec.codomain, one)]),
          )
        : value;
    case 'UnionType':
      return readAlternative(codec.types, value);
    case 'AlternativeType':
      return readAlternative([codec.inner, codec.other], value);
    case 'DefaultedType':
      return readSent(codec.inner, value);
    default:
      return value;
  }
};

/** Reads a text as a list of one text. A text with a comma or a line break may be several, so it stays a text. */
const readLoneText = (codec: KnownCodec, value: string): unknown =>
  (codec._tag === 'ReadonlyArrayType' || codec._tag === 'ArrayType') &&
  !/[,\n]/.test(value) &&
  isRead(codec.type, value) &&
  !isRead(codec.type, {})
    ? [value]
    : value;

const readSent = (codec: t.Any, value: unknown): unknown => {
  if (isRead(codec, value)) return value;
  if (typeof value !== 'string') return readParts(codec as KnownCodec, value);
  const parsed = parseSent(value);
  if (parsed === undefined) return readLoneText(codec as KnownCodec, value);
  const read = readSent(codec, parsed);
  return isContainer(parsed) || isRead(codec, read) ? read : value;
};

const takesEmptyText = (codec: t.Any | undefined): boolean => codec?.is(null) === true && codec.is('');

/**
 * The arguments of a call, as their codec reads them. Clients differ in what they can send: some send null for an argument
 * that they leave out, some the JSON text of a value, some one text in place of a list. So null means "not given", an
 * empty text means null if the codec reads both, and a text that the codec refuses is taken for JSON.
 */
export const readSentArguments = (codec: t.Any, value: unknown): unknown => {
  if (!isJsonObject(value)) return value;
  const { required = {}, optional = {} } = codec as Partial<Record<'required' | 'optional', Fields>>;
  const fields: Fields = { ...optional, ...required };
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => {
      const field = getOwnValue(fields, name);
      if (one === null && !isNeeded(required, name)) return [];
      if (one === '' && takesEmptyText(field)) return [[name, null]];
      return [[name, field === undefined ? one : readSent(field, one)]];
    }),
  );
};
