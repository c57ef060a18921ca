import type { Body, MultipartPart } from '@tandem/core';
import { ownValue } from '@tandem/core/codec';

import { type Fields, fieldsAt, isFields, listAt, pair, textAt, textOf } from '../value.js';
import type { Resolver } from './refs.js';
import { asText, propertiesOf, type Sampler } from './samples.js';

interface Reading {
  readonly resolver: Resolver;
  readonly sampler: Sampler;
}

const isFile = (schema: Fields): boolean =>
  textAt(schema, 'type') === 'file' ||
  textAt(schema, 'format') === 'binary' ||
  (textAt(schema, 'type') === 'string' && schema.contentMediaType !== undefined);

/** The fields of a form, by the properties of its schema; the values by its example. */
const formFields = (media: Fields, { resolver, sampler }: Reading) => {
  const schema = resolver.resolve(media.schema);
  const example = sampler.of({ given: media, schema });
  const values = isFields(example) ? example : {};
  return Object.entries(propertiesOf(schema, resolver)).map(([name, property]) => {
    const known = resolver.resolve(property);
    const items = resolver.resolve(known.items);
    return { name, isFile: isFile(known) || isFile(items), value: asText(ownValue(values, name)) };
  });
};

const partOf = (one: {
  readonly name: string;
  readonly isFile: boolean;
  readonly value: string;
}): MultipartPart =>
  one.isFile
    ? { name: one.name, file: '', enabled: true }
    : { name: one.name, value: one.value, enabled: true };

/** The media type that a person would choose. */
const preferred = [
  /^application\/json\b/i,
  /\+json\b/i,
  /json/i,
  /^application\/x-www-form-urlencoded\b/i,
  /^multipart\/form-data\b/i,
  /xml/i,
  /^text\//i,
];

const choose = (types: readonly string[]): string | undefined => {
  for (const one of preferred) {
    const found = types.find((type) => one.test(type));
    if (found !== undefined) return found;
  }
  return types[0];
};

/** The body of one media type. */
export const mediaBody = (type: string, media: Fields, reading: Reading): Body => {
  const { resolver, sampler } = reading;
  const schema = resolver.resolve(media.schema);
  if (/^application\/x-www-form-urlencoded\b/i.test(type))
    return {
      type: 'form-urlencoded',
      fields: formFields(media, reading).map(({ name, value }) => pair(name, value)),
    };
  if (/^multipart\//i.test(type)) return { type: 'multipart', parts: formFields(media, reading).map(partOf) };
  if (isFile(schema) || /^(?:application\/octet-stream|image\/|audio\/|video\/)/i.test(type))
    return { type: 'binary', file: '', contentType: type };
  const isXml = /xml/i.test(type);
  const example = sampler.of({ given: media, schema }, isXml ? 'xml' : 'json');
  if (/json/i.test(type))
    return {
      type: 'json',
      content:
        typeof example === 'string' && media.example === example
          ? example
          : JSON.stringify(example ?? {}, undefined, 2),
    };
  return { type: 'text', content: textOf(example), contentType: type };
};

/** The body of an operation of OpenAPI 3. */
export const bodyOf = (operation: Fields, reading: Reading): Body => {
  const content = fieldsAt(reading.resolver.resolve(operation.requestBody), 'content');
  const type = choose(Object.keys(content));
  return type === undefined
    ? { type: 'none' }
    : mediaBody(type, reading.resolver.resolve(ownValue(content, type)), reading);
};

/** The body of an operation of Swagger 2, which is among its parameters. */
export const swaggerBodyOf = (
  operation: Fields,
  parameters: readonly Fields[],
  document: Fields,
  reading: Reading,
): Body => {
  const consumes = [...listAt(operation, 'consumes'), ...listAt(document, 'consumes')].map(textOf);
  const whole = parameters.find((one) => textAt(one, 'in') === 'body');
  const form = parameters.filter((one) => textAt(one, 'in') === 'formData');
  if (whole !== undefined) return mediaBody(choose(consumes) ?? 'application/json', whole, reading);
  if (form.length === 0) return { type: 'none' };
  const fields = form.map((one) => ({
    name: textAt(one, 'name'),
    isFile: isFile(one),
    value: asText(reading.sampler.of({ given: { example: one['x-example'] }, schema: one })),
  }));
  const isMultipart = fields.some((one) => one.isFile) || consumes.some((one) => /^multipart\//i.test(one));
  return isMultipart
    ? { type: 'multipart', parts: fields.map(partOf) }
    : { type: 'form-urlencoded', fields: fields.map(({ name, value }) => pair(name, value)) };
};

/** The files that a body sends, which no description of an API can name. */
export const missingFiles = (body: Body): readonly string[] => {
  if (body.type === 'binary') return ['the file that is the body; choose it there'];
  if (body.type !== 'multipart') return [];
  return body.parts
    .filter((part) => 'file' in part)
    .map(({ name }) => `the file of the part “${name}”; choose it in the body`);
};
