import type { Pair } from '@tandem/core';
import { getOwnValue, isContainer, stringifyJson } from '@tandem/core/codec';

import { type Fields, getFields, getList, getText, isFields, createPair, toText } from '../value.js';
import type { Resolver } from './refs.js';
import type { Sampler } from './samples.js';

/** How a parameter's value is written (OpenAPI 3.0.4, "Style Values"; Swagger 2 uses `collectionFormat`). */
interface Style {
  readonly name: string;
  readonly explode: boolean;
}

type Row = readonly [name: string, value: string];

const defaultStyles: Readonly<Record<string, string>> = {
  query: 'form',
  cookie: 'form',
  path: 'simple',
  header: 'simple',
};

/**
 * Parses the style of a parameter or an encoding. Its default depends on where the parameter is sent; only `form` explodes by
 * default.
 */
export const parseStyle = (given: Fields, location: string): Style => {
  const name = getText(given, 'style') || (getOwnValue(defaultStyles, location) ?? 'form');
  return {
    name,
    explode: typeof given.explode === 'boolean' ? given.explode : /^(?:form|cookie)$/.test(name),
  };
};

const collectionFormats: Readonly<Record<string, string>> = {
  ssv: 'spaceDelimited',
  tsv: 'tabDelimited',
  pipes: 'pipeDelimited',
};

/** Parses the style of a Swagger 2 parameter. */
const parseSwaggerStyle = (given: Fields, location: string): Style => {
  const format = getText(given, 'collectionFormat');
  if (format === 'multi') return { name: 'form', explode: true };
  return {
    name: getOwnValue(collectionFormats, format) ?? getOwnValue(defaultStyles, location) ?? 'form',
    explode: false,
  };
};

const delimiters: Readonly<Record<string, string>> = {
  spaceDelimited: ' ',
  pipeDelimited: '|',
  tabDelimited: '\t',
};

const getDelimiter = ({ name }: Style): string => getOwnValue(delimiters, name) ?? ',';

const formatMember = (value: unknown): string =>
  isContainer(value) && !(value instanceof Date) ? stringifyJson(value) : toText(value);

const listMembers = (value: Fields): readonly Row[] =>
  Object.entries(value).map(([name, one]) => [name, formatMember(one)]);

/**
 * Encodes a single value. For an entry of a list, `delimiter` is the character between the entries, which must be encoded
 * too.
 */
export type Encode = (text: string, delimiter?: string) => string;

const encodeNothing: Encode = (text) => text;

/**
 * Encodes percent and plus signs in a query, because they have a special meaning there (WHATWG URL,
 * application/x-www-form-urlencoded).
 */
const encodeInQuery: Encode = (text, delimiter) => {
  const data = text.replaceAll('%', '%25').replaceAll('+', '%2B');
  return delimiter === undefined ? data : data.replaceAll(delimiter, encodeURIComponent(delimiter));
};

/** Joins a list or object to one string. `equals` separates the names and values of an object. */
const joinValue = (value: unknown, between: string, equals: string, encode = encodeNothing): string => {
  if (Array.isArray(value)) return value.map((one) => encode(formatMember(one), between)).join(between);
  return isFields(value)
    ? listMembers(value)
        .map(([name, one]) => `${name}${equals}${encode(one, between)}`)
        .join(between)
    : encode(formatMember(value));
};

/** Names the properties of an object `name[property]`, also in nested objects. */
const toDeepObjectRows = (name: string, value: unknown, encode: Encode): readonly Row[] => {
  if (Array.isArray(value)) return value.map((one) => [name, encode(formatMember(one))]);
  return isFields(value)
    ? Object.entries(value).flatMap(([key, one]) => toDeepObjectRows(`${name}[${key}]`, one, encode))
    : [[name, encode(formatMember(value))]];
};

/** Creates the rows for a value in a query, a form or cookies. */
export const toStyledRows = (
  name: string,
  value: unknown,
  style: Style,
  encode: Encode = encodeNothing,
): readonly Row[] => {
  if (style.name === 'deepObject' && isFields(value)) return toDeepObjectRows(name, value, encode);
  const isExploded = style.explode || style.name === 'deepObject';
  if (isExploded && Array.isArray(value) && value.length > 0)
    return value.map((one) => [name, encode(formatMember(one))]);
  if (isExploded && isFields(value) && Object.keys(value).length > 0)
    return listMembers(value).map(([key, one]) => [key, encode(one)]);
  return [[name, joinValue(value, getDelimiter(style), getDelimiter(style), encode)]];
};

const formatMatrix = (name: string, value: unknown, { explode }: Style): string => {
  const row = ([key, one]: Row): string => (one === '' ? `;${key}` : `;${key}=${one}`);
  if (explode && Array.isArray(value)) return value.map((one) => row([name, formatMember(one)])).join('');
  if (explode && isFields(value)) return listMembers(value).map(row).join('');
  return row([name, joinValue(value, ',', ',')]);
};

/** Formats a value for a path segment or a header. */
const formatInStyle = (name: string, value: unknown, style: Style): string => {
  const equals = style.explode ? '=' : getDelimiter(style);
  if (style.name === 'matrix') return formatMatrix(name, value, style);
  if (style.name === 'label') return `.${joinValue(value, style.explode ? '.' : ',', equals)}`;
  return joinValue(value, getDelimiter(style), equals);
};

interface ReadContext {
  readonly resolver: Resolver;
  readonly sampler: Sampler;
}

/** Resolves the parameters of an operation and its path. Ignores parameters without a name. */
export const resolveParameters = (
  operation: Fields,
  item: Fields,
  { resolver }: ReadContext,
): readonly Fields[] => {
  const found = new Map<string, Fields>();
  // The operation's parameters replace those of its path (OpenAPI 3.1, section 4.8.9).
  for (const one of [...getList(item, 'parameters'), ...getList(operation, 'parameters')].map(
    resolver.resolve,
  ))
    if (getText(one, 'name') !== '') found.set(`${getText(one, 'in')} ${getText(one, 'name')}`, one);
  return [...found.values()];
};

/** Finds the media type in which a parameter is serialized, such as JSON in a query. */
const findMedia = (one: Fields, { resolver }: ReadContext) => {
  const [entry] = Object.entries(getFields(one, 'content'));
  return entry === undefined ? undefined : { type: entry[0], media: resolver.resolve(entry[1]) };
};

/** Whether a parameter comes from Swagger 2, in which a parameter is its own schema. */
const isSwagger = (one: Fields): boolean => one.schema === undefined && one.type !== undefined;

/** Creates the example of a parameter, or a sample of its schema. */
const createParameterValue = (one: Fields, reading: ReadContext): unknown => {
  const media = findMedia(one, reading)?.media;
  const schema = one.schema ?? media?.schema ?? (isSwagger(one) ? one : {});
  const given = one['x-example'] === undefined ? one : { ...one, example: one['x-example'] };
  return reading.sampler.of({ given: media ?? given, schema: reading.resolver.resolve(schema) });
};

const parseParameterStyle = (one: Fields, location: string): Style =>
  isSwagger(one) ? parseSwaggerStyle(one, location) : parseStyle(one, location);

/** Serializes a parameter that has a media type to one string; undefined for other parameters. */
const serializeParameter = (one: Fields, reading: ReadContext): string | undefined => {
  const type = findMedia(one, reading)?.type;
  if (type === undefined) return undefined;
  const value = createParameterValue(one, reading);
  return /json/i.test(type) && value !== undefined && typeof value !== 'string'
    ? stringifyJson(value)
    : toText(value);
};

/** Whether a parameter is the whole query, in form encoding (OpenAPI 3.2, section 4.12.1). */
const isWholeQuery = (one: Fields): boolean =>
  getText(one, 'in') === 'querystring' && /urlencoded/i.test(Object.keys(getFields(one, 'content'))[0] ?? '');

/** Creates the rows of a parameter for a query, a Swagger 2 form, or cookies. */
export const createParameterRows = (
  one: Fields,
  location: string,
  reading: ReadContext,
): readonly (readonly [name: string, value: string])[] => {
  const name = getText(one, 'name');
  const encode = location === 'query' && one.allowReserved !== true ? encodeInQuery : undefined;
  if (isWholeQuery(one))
    return toStyledRows(
      name,
      createParameterValue(one, reading),
      { name: 'form', explode: true },
      encodeInQuery,
    );
  const text = serializeParameter(one, reading);
  return text === undefined
    ? toStyledRows(name, createParameterValue(one, reading), parseParameterStyle(one, location), encode)
    : [[name, encode?.(text) ?? text]];
};

const formatParameter = (one: Fields, location: string, reading: ReadContext): string =>
  serializeParameter(one, reading) ??
  formatInStyle(getText(one, 'name'), createParameterValue(one, reading), parseParameterStyle(one, location));

/** Selects the parameters that are sent in `place`, as rows. Optional parameters are disabled. */
export const selectParameters = (
  location: 'query' | 'path' | 'header',
  parameters: readonly Fields[],
  reading: ReadContext,
): readonly Pair[] =>
  parameters
    .filter((one) => getText(one, 'in') === location || (location === 'query' && isWholeQuery(one)))
    .flatMap((one) => {
      const isSent = one.required === true || location === 'path';
      return location === 'query'
        ? createParameterRows(one, location, reading).map(([name, value]) => createPair(name, value, isSent))
        : [createPair(getText(one, 'name'), formatParameter(one, location, reading), isSent)];
    });

/** Headers that OpenAPI ignores as parameters because auth and body define them (OpenAPI 3.1, section 4.8.12.1). */
const providedHeaders = /^(?:accept|content-type|authorization)$/i;

/** Creates the Cookie header of all required cookies, and a disabled header for each optional one. */
const createCookieHeaders = (parameters: readonly Fields[], reading: ReadContext): readonly Pair[] => {
  const cookies = parameters
    .filter((one) => getText(one, 'in') === 'cookie')
    .map((one) => ({
      isSent: one.required === true,
      text: createParameterRows(one, 'cookie', reading)
        .map(([name, value]) => `${name}=${value}`)
        .join('; '),
    }));
  const sent = cookies.filter(({ isSent }) => isSent).map(({ text }) => text);
  return [
    ...(sent.length > 0 ? [createPair('Cookie', sent.join('; '))] : []),
    ...cookies.filter(({ isSent }) => !isSent).map(({ text }) => createPair('Cookie', text, false)),
  ];
};

/** Lists the headers of an operation: its header parameters and its cookies. */
export const listSentHeaders = (parameters: readonly Fields[], reading: ReadContext): readonly Pair[] => [
  ...selectParameters('header', parameters, reading).filter(({ name }) => !providedHeaders.test(name)),
  ...createCookieHeaders(parameters, reading),
];
