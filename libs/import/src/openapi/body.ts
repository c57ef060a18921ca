import type { Body, MultipartPart, Pair } from '@tandem/core';
import { getOwnValue, isJsonObject, stringifyJson } from '@tandem/core/codec';

import {
  type Fields,
  getFields,
  getList,
  getText,
  hasOwnJsonType,
  isFields,
  createPair,
  toText,
} from '../value.js';
import { createParameterRows, parseStyle, toStyledRows } from './parameters.js';
import type { Resolver } from './refs.js';
import { collectProperties, type Sampler } from './samples.js';

const createPart = (one: {
  readonly name: string;
  readonly isFile: boolean;
  readonly value: string;
  readonly contentType?: string | undefined;
  readonly headers?: readonly Pair[];
}): MultipartPart => ({
  name: one.name,
  enabled: true,
  ...(one.isFile ? { file: '' } : { value: one.value }),
  ...(one.contentType === undefined ? {} : { contentType: one.contentType }),
  ...(one.headers === undefined || one.headers.length === 0 ? {} : { headers: one.headers }),
});

/** Returns the media type of a part: the first one in its encoding, otherwise JSON for an object (OpenAPI 3.0.4, Encoding Object). */
const getPartType = (
  media: Fields,
  { name, isFile: hasFile, value }: FormField,
  { resolver }: ReadContext,
) => {
  const encoding = resolver.resolve(getOwnValue(getFields(media, 'encoding'), name));
  const [type = ''] = getText(encoding, 'contentType').split(',');
  if (type.trim() !== '' && !type.includes('*')) return type.trim();
  const [one] = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  return isJsonObject(one) && !hasFile ? 'application/json' : undefined;
};

/** Creates the headers of a part with sample values, except Content-Type (OpenAPI 3.0.4, Encoding Object). */
const createPartHeaders = (
  media: Fields,
  { name }: FormField,
  { resolver, sampler }: ReadContext,
): readonly Pair[] => {
  const encoding = resolver.resolve(getOwnValue(getFields(media, 'encoding'), name));
  return Object.entries(getFields(encoding, 'headers')).flatMap(([key, given]) => {
    if (key.toLowerCase() === 'content-type') return [];
    const header = resolver.resolve(given);
    return [createPair(key, toText(sampler.of({ given: header, schema: header.schema })))];
  });
};

/** Creates the parts of a field. A list has one part for each entry (OpenAPI 3.0.4, section 4.7.15.4). */
const createParts = (
  { name, isFile: hasFile, value }: FormField,
  contentType: string | undefined,
  headers: readonly Pair[] = [],
): readonly MultipartPart[] =>
  (Array.isArray(value) && value.length > 0 && !hasFile ? value : [value]).map((one: unknown) =>
    createPart({
      name,
      isFile: hasFile,
      contentType,
      headers,
      value: isJsonObject(one) ? stringifyJson(one) : toText(one),
    }),
  );

interface ReadContext {
  readonly resolver: Resolver;
  readonly sampler: Sampler;
}

const isFile = (schema: Fields): boolean =>
  getText(schema, 'type') === 'file' ||
  getText(schema, 'format') === 'binary' ||
  (getText(schema, 'type') === 'string' && schema.contentMediaType !== undefined);

interface FormField {
  readonly name: string;
  readonly schema: Fields;
  readonly isFile: boolean;
  readonly value: unknown;
}

/** Lists the fields of a form: names from its schema's properties, values from its example. */
const listFormFields = (media: Fields, { resolver, sampler }: ReadContext): readonly FormField[] => {
  const schema = resolver.resolve(media.schema);
  const example = sampler.of({ given: media, schema });
  const values = isFields(example) ? example : {};
  const properties = collectProperties(schema, resolver);
  // Read-only properties are left out of examples and not sent.
  const names = Object.keys(properties).filter(
    (name) => resolver.resolve(getOwnValue(properties, name)).readOnly !== true,
  );
  return [...new Set([...names, ...Object.keys(values)])].map((name) => {
    const known = resolver.resolve(getOwnValue(properties, name));
    const items = resolver.resolve(known.items);
    return { name, schema: known, isFile: isFile(known) || isFile(items), value: getOwnValue(values, name) };
  });
};

/** Formats the fields of a form as its `encoding` says: in a style, in a media type, or as a query (OpenAPI 3.0.4, Encoding Object). */
const toUrlencodedFields = (media: Fields, { resolver, sampler }: ReadContext): readonly Pair[] =>
  listFormFields(media, { resolver, sampler }).flatMap(({ name, value }) => {
    const encoding = resolver.resolve(getOwnValue(getFields(media, 'encoding'), name));
    const isStyled =
      encoding.style !== undefined || encoding.explode !== undefined || encoding.allowReserved !== undefined;
    const isJson = !isStyled && (isJsonObject(value) || /json/i.test(getText(encoding, 'contentType')));
    const rows = isJson
      ? [[name, stringifyJson(value)] as const]
      : toStyledRows(name, value, parseStyle(encoding, 'query'));
    return rows.map(([key, text]) => createPair(key, text));
  });

const getXmlName = (schema: unknown, { resolve }: Resolver): Fields => {
  const component = isFields(schema) ? (getText(schema, '$ref').split('/').at(-1) ?? '') : '';
  const xml = getFields(resolve(schema), 'xml');
  return { name: component === '' ? 'root' : component, ...xml };
};

/** Creates an XML sample whose root has the name of its schema or component (OpenAPI 3.0.4, XML Object). */
const createXml = (media: Fields, { resolver, sampler }: ReadContext): string => {
  const given = sampler.of({ given: media, schema: {} });
  if (typeof given === 'string') return given;
  const named: unknown =
    given === undefined
      ? media.schema
      : { ...resolver.resolve(media.schema), example: given, xml: getXmlName(media.schema, resolver) };
  return toText(sampler.of({ given: {}, schema: named }, 'xml')).trim();
};

/** Media types in the order in which a person would choose one of them. */
const preferredTypes = [
  /^application\/json\b/i,
  /\+json\b/i,
  /json/i,
  /^application\/x-www-form-urlencoded\b/i,
  /^multipart\/form-data\b/i,
  /xml/i,
  /^text\//i,
  /^[^*]+$/,
];

const chooseMediaType = (types: readonly string[]): string | undefined => {
  for (const one of preferredTypes) {
    const found = types.find((type) => one.test(type));
    if (found !== undefined) return found;
  }
  return types[0];
};

/** A body, and its media type unless the body sets that header by itself. */
export interface TypedBody {
  readonly body: Body;
  readonly contentType?: string;
}

const binaryTypePattern = /^(?:application\/octet-stream|image\/|audio\/|video\/)/i;
const xmlTypePattern = /[/+]xml\b/i;

/** Replaces a media range such as `*\/*`, which cannot be sent, by a type (RFC 9110, section 8.3). */
const toConcreteType = (range: string, media: Fields, { resolver, sampler }: ReadContext): string => {
  const type = (range.split(';', 1)[0] ?? '').trim();
  if (!type.includes('*')) return range;
  const schema = resolver.resolve(media.schema);
  if (isFile(schema) || binaryTypePattern.test(type)) return '';
  const isText = typeof sampler.of({ given: media, schema }) === 'string' || /^text\//i.test(type);
  return isText ? 'text/plain' : 'application/json';
};

const createJsonBody = (type: string, media: Fields, { resolver, sampler }: ReadContext): TypedBody => {
  const example = sampler.of({ given: media, schema: resolver.resolve(media.schema) });
  const content =
    typeof example === 'string' && media.example === example
      ? example
      : stringifyJson(example === undefined ? {} : example, 2);
  const body = { type: 'json', content } as const;
  return { body, ...(hasOwnJsonType(body, type) ? { contentType: type } : {}) };
};

/** Writes one JSON value per line. */
const formatJsonLines = (example: unknown): string =>
  typeof example === 'string'
    ? example
    : (Array.isArray(example) ? example : [example ?? {}])
        .map((one: unknown) => `${stringifyJson(one)}\n`)
        .join('');

/** Creates the body for one media type. */
export const createMediaBody = (range: string, media: Fields, reading: ReadContext): TypedBody => {
  const { resolver, sampler } = reading;
  const type = toConcreteType(range, media, reading);
  const schema = resolver.resolve(media.schema);
  if (/^application\/x-www-form-urlencoded\b/i.test(type))
    return { body: { type: 'form-urlencoded', fields: toUrlencodedFields(media, reading) } };
  if (/^multipart\//i.test(type))
    return {
      body: {
        type: 'multipart',
        parts: listFormFields(media, reading).flatMap((field) =>
          createParts(field, getPartType(media, field, reading), createPartHeaders(media, field, reading)),
        ),
      },
    };
  if (type === '') return { body: { type: 'binary', file: '' } };
  if (isFile(schema) || binaryTypePattern.test(type))
    return { body: { type: 'binary', file: '', contentType: type } };
  // For sequential JSON (OpenAPI 3.2, section 4.14.3), a schema describes the whole or each item.
  if (/\b(?:x-)?(?:nd-?json|jsonl|jsonlines|json-seq)\b/i.test(type)) {
    const items =
      media.schema === undefined && media.itemSchema !== undefined ? media.itemSchema : media.schema;
    const example = sampler.of({ given: media, schema: resolver.resolve(items) });
    return { body: { type: 'text', content: formatJsonLines(example), contentType: type } };
  }
  if (/[/+]json\b/i.test(type) || /^application\/x-json\b/i.test(type))
    return createJsonBody(type, media, reading);
  if (xmlTypePattern.test(type))
    return { body: { type: 'text', content: createXml(media, reading), contentType: type } };
  const example = sampler.of({ given: media, schema });
  return { body: { type: 'text', content: toText(example), contentType: type } };
};

const listConsumedTypes = (operation: Fields, document: Fields): readonly string[] =>
  // The operation's types replace the document's, even if they are an empty list (Swagger 2.0, Operation Object).
  (operation.consumes === undefined ? getList(document, 'consumes') : getList(operation, 'consumes')).map(
    toText,
  );

/** Lists the media types that an operation accepts, and selects the one that is sent. */
export const listMediaTypes = (operation: Fields, document: Fields, resolver: Resolver) => {
  const types =
    document.swagger === undefined
      ? Object.keys(getFields(resolver.resolve(operation.requestBody), 'content'))
      : listConsumedTypes(operation, document);
  return { types, chosen: chooseMediaType(types) };
};

/** Creates the body of an OpenAPI 3 operation. */
export const createOperationBody = (operation: Fields, reading: ReadContext): TypedBody => {
  const content = getFields(reading.resolver.resolve(operation.requestBody), 'content');
  const type = chooseMediaType(Object.keys(content));
  return type === undefined
    ? { body: { type: 'none' } }
    : createMediaBody(type, reading.resolver.resolve(getOwnValue(content, type)), reading);
};

/** Creates the body of a Swagger 2 operation, which is one of its parameters. */
export const createSwaggerBody = (
  operation: Fields,
  parameters: readonly Fields[],
  document: Fields,
  reading: ReadContext,
): TypedBody => {
  const consumes = listConsumedTypes(operation, document);
  const whole = parameters.find((one) => getText(one, 'in') === 'body');
  const form = parameters.filter((one) => getText(one, 'in') === 'formData');
  if (whole !== undefined)
    return createMediaBody(chooseMediaType(consumes) ?? 'application/json', whole, reading);
  if (form.length === 0) return { body: { type: 'none' } };
  const isMultipart =
    form.some(isFile) ||
    (consumes.some((one) => /^multipart\//i.test(one)) && !consumes.some((one) => /urlencoded/i.test(one)));
  if (!isMultipart)
    return {
      body: {
        type: 'form-urlencoded',
        fields: form.flatMap((one) =>
          createParameterRows(one, 'formData', reading).map(([name, value]) => createPair(name, value)),
        ),
      },
    };
  return {
    body: {
      type: 'multipart',
      parts: form.flatMap((one) =>
        createParameterRows(one, 'formData', reading).map(([name, value]) =>
          createPart({ name, value, isFile: isFile(one) }),
        ),
      ),
    },
  };
};

/** Lists the files that a form or a binary body needs, because an API description cannot name them. */
export const listMissingFiles = (body: Body): readonly string[] => {
  if (body.type === 'binary') return ['the file that is the body; choose it there'];
  if (body.type !== 'multipart') return [];
  return body.parts
    .filter((part) => 'file' in part)
    .map(({ name }) => `the file of the part “${name}”; choose it in the body`);
};
