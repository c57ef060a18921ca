import { type ImportFormat, isCurl } from '@tandem/core';

import { isFormat1 } from './postman/format-1.js';
import { type Fields, getFields, getObjects, isFields, getText, toText } from './value.js';

export interface RecognisedFormat {
  readonly format: ImportFormat;
  /** The reason why the document was recognized as this format. */
  readonly why: string;
}

type Test = (document: Fields) => string | undefined;

const recognisePostman: Test = (document) => {
  const collection = isFields(document.collection) ? document.collection : document;
  const schema = getText(getFields(collection, 'info'), 'schema');
  if (/getpostman\.com\/json\/collection|schema\.postman\.com/.test(schema))
    return `info.schema is ${schema}`;
  if (isFormat1(collection)) return 'it has name, order and requests, as format 1';
  const items = getObjects(collection, 'item');
  if (isFields(collection.info) && Array.isArray(collection.item)) return 'it has info and item';
  return items.some((one) => 'request' in one || Array.isArray(one.item)) ? 'it has items' : undefined;
};

const recognisePostmanEnvironment: Test = (document) => {
  const given = isFields(document.environment) ? document.environment : document;
  const scope = getText(given, '_postman_variable_scope');
  if (scope !== '') return `_postman_variable_scope is ${scope}`;
  if (Array.isArray(given.values) && typeof given.name === 'string') return 'it has name and values';
  const values = getObjects(given, 'values');
  return values.length > 0 && values.every((one) => typeof one.key === 'string' && 'value' in one)
    ? 'it has values with keys'
    : undefined;
};

const recogniseOpenapi: Test = ({ openapi: version, swagger }) => {
  if (version !== undefined) return `openapi is ${toText(version)}`;
  return swagger === undefined ? undefined : `swagger is ${toText(swagger)}`;
};

const recogniseInsomnia: Test = (document) => {
  const type = getText(document, 'type');
  if (type.includes('insomnia.rest/')) return `type is ${type}`;
  return Array.isArray(document.resources) && (document._type === 'export' || '__export_format' in document)
    ? 'it has _type or __export_format, and resources'
    : undefined;
};

const tests: readonly (readonly [ImportFormat, Test])[] = [
  ['openapi', recogniseOpenapi],
  ['insomnia', recogniseInsomnia],
  [
    'har',
    (document) => (Array.isArray(getFields(document, 'log').entries) ? 'it has log.entries' : undefined),
  ],
  ['postman-dump', (document) => (Array.isArray(document.collections) ? 'it has collections' : undefined)],
  ['postman', recognisePostman],
  ['postman-environment', recognisePostmanEnvironment],
];

/** Recognizes the format of a parsed document by the fields that its specification requires. */
export const recognise = (value: unknown): RecognisedFormat | undefined => {
  if (!isFields(value)) return undefined;
  for (const [format, test] of tests) {
    const why = test(value);
    if (why !== undefined) return { format, why };
  }
  return undefined;
};

/** Whether a text is a file of HTTP requests, judging by its name or its first request line. */
export const isHttpFile = (text: string, name: string): boolean =>
  /\.(?:http|rest)$/i.test(name) ||
  /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|GRAPHQL)\s+(?:https?:\/\/|\{\{)\S+/m.test(
    text.slice(0, 64 * 1024).replace(/^\s*[[{][\s\S]*/, ''),
  );

/** Whether the first line of a text, apart from comments and script headers, is a curl command. */
export const isCurlCommand = (text: string): boolean => {
  const before = /^(?:#.*|::.*|rem\b.*|@?echo\b.*|set\b.*|export\b.*|\w+=.*|)$/i;
  const first = text.split(/\r?\n/, 200).find((line) => !before.test(line.trim()));
  return first !== undefined && isCurl(`${first}\n`);
};

const bruBlockPattern =
  /^\s*(?:meta|vars|vars:secret|headers|auth|get|post|put|patch|delete|head|options)\s*[{[]\s*$/;

/**
 * Returns why a file of a Bruno collection cannot be imported alone, and how to import its folder; undefined for any
 * other text.
 */
export const describeBrunoPart = (text: string, value?: unknown): string | undefined => {
  const [first = ''] = text.trimStart().split('\n', 1);
  const isManifest = isFields(value) && value.type === 'collection' && typeof value.version === 'string';
  if (bruBlockPattern.test(first) || isManifest)
    return 'is a file of a Bruno collection; import the folder that has its bruno.json: tandem import <folder>';
  if (!isFields(value)) return undefined;
  const isRequest = isFields(value.info) && (isFields(value.http) || isFields(value.graphql));
  return isRequest || value.opencollection !== undefined
    ? 'is a file of a Bruno collection in YAML, which needs no import: open its folder as a workspace'
    : undefined;
};
