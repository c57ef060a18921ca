import { isContainer, getOwnValue, stringifyJson } from '@tandem/core/codec';

import { type Fields, isFields, getText, toText } from '../value.js';

/** How a parameter's value is written (OpenAPI 3.0.4, "Style Values"; Swagger 2 uses `collectionFormat`). */
export interface Style {
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

/** The style of a parameter or an encoding, or the default of its place; `form` explodes by default. */
export const parseStyle = (given: Fields, place: string): Style => {
  const name = getText(given, 'style') || (getOwnValue(defaultStyles, place) ?? 'form');
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

/** The style of a Swagger 2 parameter. */
export const parseSwaggerStyle = (given: Fields, place: string): Style => {
  const format = getText(given, 'collectionFormat');
  if (format === 'multi') return { name: 'form', explode: true };
  return {
    name: getOwnValue(collectionFormats, format) ?? getOwnValue(defaultStyles, place) ?? 'form',
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

/** Writes a value so that it is read as one: `delimiter` separates it from others, unless it is alone. */
export type Encode = (text: string, delimiter?: string) => string;

const keepText: Encode = (text) => text;

/**
 * As data in a query, where an escape and a plus stand for other characters (WHATWG URL,
 * application/x-www-form-urlencoded).
 */
export const encodeInQuery: Encode = (text, delimiter) => {
  const data = text.replaceAll('%', '%25').replaceAll('+', '%2B');
  return delimiter === undefined ? data : data.replaceAll(delimiter, encodeURIComponent(delimiter));
};

/** A list or object as one string; `equals` separates the names and values of an object. */
const joinValue = (value: unknown, between: string, equals: string, encode = keepText): string => {
  if (Array.isArray(value)) return value.map((one) => encode(formatMember(one), between)).join(between);
  return isFields(value)
    ? listMembers(value)
        .map(([name, one]) => `${name}${equals}${encode(one, between)}`)
        .join(between)
    : encode(formatMember(value));
};

/** The properties of an object as `name[property]`, recursively through nested objects. */
const deepRows = (name: string, value: unknown, encode: Encode): readonly Row[] => {
  if (Array.isArray(value)) return value.map((one) => [name, encode(formatMember(one))]);
  return isFields(value)
    ? Object.entries(value).flatMap(([key, one]) => deepRows(`${name}[${key}]`, one, encode))
    : [[name, encode(formatMember(value))]];
};

/** The rows of a query, form or cookie for the value. */
export const toStyledRows = (
  name: string,
  value: unknown,
  style: Style,
  encode: Encode = keepText,
): readonly Row[] => {
  if (style.name === 'deepObject' && isFields(value)) return deepRows(name, value, encode);
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

/** The text of a path segment or header for the value. */
export const formatInStyle = (name: string, value: unknown, style: Style): string => {
  const equals = style.explode ? '=' : getDelimiter(style);
  if (style.name === 'matrix') return formatMatrix(name, value, style);
  if (style.name === 'label') return `.${joinValue(value, style.explode ? '.' : ',', equals)}`;
  return joinValue(value, getDelimiter(style), equals);
};
