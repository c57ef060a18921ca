import type { Pair } from '@tandem/core';
import { stringifyJson } from '@tandem/core/codec';

import { type Fields, getFields, getList, pair, getText, toText } from '../value.js';
import type { Resolver } from './refs.js';
import type { Sampler } from './samples.js';
import {
  encodeInQuery,
  toStyledRows,
  type Style,
  parseStyle,
  parseSwaggerStyle,
  formatInStyle,
} from './styles.js';

interface ReadContext {
  readonly resolver: Resolver;
  readonly sampler: Sampler;
}

/** The parameters of an operation and its path, resolved; those without a name are ignored. */
export const resolveParameters = (
  operation: Fields,
  item: Fields,
  { resolver }: ReadContext,
): readonly Fields[] => {
  const found = new Map<string, Fields>();
  // Those of the operation replace those of the path (OpenAPI 3.1, section 4.8.9).
  for (const one of [...getList(item, 'parameters'), ...getList(operation, 'parameters')].map(
    resolver.resolve,
  ))
    if (getText(one, 'name') !== '') found.set(`${getText(one, 'in')} ${getText(one, 'name')}`, one);
  return [...found.values()];
};

/** The media type of a parameter that is serialized with one, such as JSON in a query. */
const findMedia = (one: Fields, { resolver }: ReadContext) => {
  const [entry] = Object.entries(getFields(one, 'content'));
  return entry === undefined ? undefined : { type: entry[0], media: resolver.resolve(entry[1]) };
};

/** A Swagger 2 parameter is its own schema. */
const isSwagger = (one: Fields): boolean => one.schema === undefined && one.type !== undefined;

/** The example of a parameter, or a sample of its schema. */
const createParameterValue = (one: Fields, reading: ReadContext): unknown => {
  const media = findMedia(one, reading)?.media;
  const schema = one.schema ?? media?.schema ?? (isSwagger(one) ? one : {});
  const given = one['x-example'] === undefined ? one : { ...one, example: one['x-example'] };
  return reading.sampler.of({ given: media ?? given, schema: reading.resolver.resolve(schema) });
};

const parseParameterStyle = (one: Fields, place: string): Style =>
  isSwagger(one) ? parseSwaggerStyle(one, place) : parseStyle(one, place);

/** The value of a parameter with a media type, as one string; undefined for others. */
const serializeParameter = (one: Fields, reading: ReadContext): string | undefined => {
  const type = findMedia(one, reading)?.type;
  if (type === undefined) return undefined;
  const value = createParameterValue(one, reading);
  return /json/i.test(type) && value !== undefined && typeof value !== 'string'
    ? stringifyJson(value)
    : toText(value);
};

/** A parameter that is the whole query, in form encoding (OpenAPI 3.2, section 4.12.1). */
const isWholeQuery = (one: Fields): boolean =>
  getText(one, 'in') === 'querystring' && /urlencoded/i.test(Object.keys(getFields(one, 'content'))[0] ?? '');

/** The rows of a parameter in a query, in a Swagger 2 form, or among cookies. */
export const createParameterRows = (
  one: Fields,
  place: string,
  reading: ReadContext,
): readonly (readonly [name: string, value: string])[] => {
  const name = getText(one, 'name');
  const encode = place === 'query' && one.allowReserved !== true ? encodeInQuery : undefined;
  if (isWholeQuery(one))
    return toStyledRows(
      name,
      createParameterValue(one, reading),
      { name: 'form', explode: true },
      encodeInQuery,
    );
  const text = serializeParameter(one, reading);
  return text === undefined
    ? toStyledRows(name, createParameterValue(one, reading), parseParameterStyle(one, place), encode)
    : [[name, encode?.(text) ?? text]];
};

const formatParameter = (one: Fields, place: string, reading: ReadContext): string =>
  serializeParameter(one, reading) ??
  formatInStyle(getText(one, 'name'), createParameterValue(one, reading), parseParameterStyle(one, place));

/** The parameters of a place as rows; optional ones are disabled. */
export const selectParameters = (
  place: 'query' | 'path' | 'header',
  parameters: readonly Fields[],
  reading: ReadContext,
): readonly Pair[] =>
  parameters
    .filter((one) => getText(one, 'in') === place || (place === 'query' && isWholeQuery(one)))
    .flatMap((one) => {
      const isSent = one.required === true || place === 'path';
      return place === 'query'
        ? createParameterRows(one, place, reading).map(([name, value]) => pair(name, value, isSent))
        : [pair(getText(one, 'name'), formatParameter(one, place, reading), isSent)];
    });

/** Headers set by the auth and body (OpenAPI 3.1, section 4.8.12.1). */
const providedHeaders = /^(?:accept|content-type|authorization)$/i;

/** Cookies share one header; each optional one has its own disabled header. */
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
    ...(sent.length > 0 ? [pair('Cookie', sent.join('; '))] : []),
    ...cookies.filter(({ isSent }) => !isSent).map(({ text }) => pair('Cookie', text, false)),
  ];
};

/** The headers of an operation: its parameters in headers and cookies. */
export const listSentHeaders = (parameters: readonly Fields[], reading: ReadContext): readonly Pair[] => [
  ...selectParameters('header', parameters, reading).filter(({ name }) => !providedHeaders.test(name)),
  ...createCookieHeaders(parameters, reading),
];
