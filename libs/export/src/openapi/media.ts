import {
  type Body,
  type Example,
  type ExportedExecution,
  filterEnabledPairs,
  formatGraphqlPost,
  formatGraphqlVariables,
  type MultipartPart,
} from '@tandem/core';
import { isExactNumber, parseJson, toStrictJson } from '@tandem/core/codec';

import { type EffectiveRequest, getExampleContentType } from '../effective-request.js';

/** A JSON Schema, inferred from examples. */
export type Schema = Readonly<Record<string, unknown>>;

/** Limits of an inferred schema: its depth, the list entries that are examined, and the properties of one object. */
const schemaLimits = { depth: 12, entries: 20, properties: 200 } as const;

const isSameSchema = (one: Schema, other: Schema): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Merges object schemas. Properties that all objects have are required. */
const mergeObjects = (schemas: readonly Schema[]): Schema => {
  const all = schemas.map(
    ({ properties = {}, required = [] }) =>
      [properties as Readonly<Record<string, Schema>>, required as readonly string[]] as const,
  );
  const names = [...new Set(all.flatMap(([properties]) => Object.keys(properties)))];
  const required = names.filter((name) => all.every(([, some]) => some.includes(name)));
  const merged = names.map((name) => [
    name,
    mergeSchemas(
      all.flatMap(([properties]) => (Object.hasOwn(properties, name) ? [properties[name] ?? {}] : [])),
    ),
  ]);
  return {
    type: 'object',
    properties: Object.fromEntries(merged) as unknown,
    ...(required.length === 0 ? {} : { required }),
  };
};

/** Merges schemas to one that accepts every value that any of them accepts. */
const mergeSchemas = (schemas: readonly Schema[]): Schema => {
  const objects = schemas.filter(({ type }) => type === 'object');
  const others = schemas.filter(({ type }) => type !== 'object');
  const kinds = [...(objects.length === 0 ? [] : [mergeObjects(objects)]), ...others].filter(
    (one, at, all) => all.findIndex((other) => isSameSchema(one, other)) === at,
  );
  const [only = {}] = kinds;
  return kinds.length < 2 ? only : { anyOf: kinds };
};

const getNumberType = (value: number): string => (Number.isInteger(value) ? 'integer' : 'number');

/** Infers the schema of a JSON value. */
const inferSchema = (value: unknown, depth = 0): Schema => {
  if (value === null) return { type: 'null' };
  if (typeof value === 'number' || isExactNumber(value)) return { type: getNumberType(Number(value)) };
  if (typeof value !== 'object') return { type: typeof value };
  if (depth >= schemaLimits.depth) return {};
  if (Array.isArray(value)) {
    const items = value.slice(0, schemaLimits.entries).map((one) => inferSchema(one, depth + 1));
    return { type: 'array', items: mergeSchemas(items) };
  }
  const entries = Object.entries(value).slice(0, schemaLimits.properties);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, one]) => [name, inferSchema(one, depth + 1)])),
    ...(entries.length === 0 ? {} : { required: entries.map(([name]) => name) }),
  };
};

/** Maximum length of a body used as an example, in UTF-16 units. */
const maxExampleLength = 64 * 1024;

type Content = Readonly<Record<string, object>>;

const isJson = (type: string): boolean => /[/+]json\b/i.test(type);

/** Removes the parameters of a media type. */
const toBareType = (type: string): string => (type.split(';', 1)[0] ?? '').trim().toLowerCase();

/** Converts a body to an example: JSON is parsed, other types stay text. */
const toMediaExample = (text: string, type: string): object => {
  if (!isJson(type)) return { schema: { type: 'string' }, example: text };
  try {
    const example: unknown = parseJson(text);
    return { schema: inferSchema(example), example };
  } catch {
    return { schema: {}, example: text };
  }
};

const toMultipartContent = (parts: readonly MultipartPart[]): object => {
  const on = parts.filter(({ enabled }) => enabled);
  const isFile = (part: MultipartPart): boolean => 'file' in part;
  const values = on.flatMap((part) => ('value' in part ? [[part.name, part.value] as const] : []));
  const typed = on.flatMap(({ name, contentType, headers = [] }) => {
    const shown = filterEnabledPairs(headers).map(
      (one) => [one.name, { schema: { type: 'string' }, example: one.value }] as const,
    );
    const encoding = {
      ...(contentType ? { contentType } : {}),
      ...(shown.length === 0 ? {} : { headers: Object.fromEntries(shown) }),
    };
    return Object.keys(encoding).length === 0 ? [] : [[name, encoding] as const];
  });
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(
        on.map((part) => [
          part.name,
          isFile(part) ? { type: 'string', format: 'binary' } : { type: 'string' },
        ]),
      ),
    },
    ...(values.length === 0 ? {} : { example: Object.fromEntries(values) }),
    ...(typed.length === 0 ? {} : { encoding: Object.fromEntries(typed) }),
  };
};

const toBodyContent = (body: Body, given: string | undefined): Content | undefined => {
  switch (body.type) {
    case 'none':
      return undefined;
    case 'json':
      return { [given ?? 'application/json']: toMediaExample(body.content, 'application/json') };
    case 'text': {
      const type = given ?? body.contentType ?? 'text/plain';
      return { [type]: toMediaExample(body.content, type) };
    }
    case 'form-urlencoded': {
      const fields = filterEnabledPairs(body.fields).map(({ name, value }) => ({
        name,
        value,
        enabled: true,
      }));
      return { 'application/x-www-form-urlencoded': toMultipartContent(fields) };
    }
    case 'multipart':
      return { 'multipart/form-data': toMultipartContent(body.parts) };
    case 'binary':
      return {
        [given ?? body.contentType ?? 'application/octet-stream']: {
          schema: { type: 'string', format: 'binary' },
        },
      };
  }
};

/** Creates the request body of an operation, with an example and its schema. */
export const createRequestBody = ({ request, inherited }: EffectiveRequest): object | undefined => {
  const typed = inherited.headers.find(({ name }) => name.trim().toLowerCase() === 'content-type');
  const given = typed === undefined ? undefined : toBareType(typed.value) || undefined;
  if ('query' in request) {
    const { query, variables, operationName } = request;
    const posted = formatGraphqlPost(query, toStrictJson(formatGraphqlVariables(variables)), operationName);
    return { required: true, content: { 'application/json': toMediaExample(posted, 'application/json') } };
  }
  const content = toBodyContent(request.body, given);
  return content && { required: true, content };
};

const toTextContent = (text: string, type: string, isAll: boolean): Content => ({
  [type]:
    isAll && text.length <= maxExampleLength
      ? toMediaExample(text, type)
      : { schema: isJson(type) ? {} : { type: 'string' } },
});

const toResponseContent = ({ body, contentType }: ExportedExecution): Content | undefined => {
  const type = toBareType(contentType);
  if (body === null || type === '') return undefined;
  if (body.kind === 'binary') return { [type]: { schema: { type: 'string', format: 'binary' } } };
  return toTextContent(body.text, type, !body.truncated);
};

const toExampleContent = ({ response }: Example): Content | undefined => {
  const { body } = response;
  const type = toBareType(getExampleContentType(response));
  if (body === null || type === '') return undefined;
  return body.type === 'binary'
    ? { [type]: { schema: { type: 'string', format: 'binary' } } }
    : toTextContent(body.data, type, true);
};

/** Creates the responses of an operation. For each status, the newest stored response is used, otherwise the first example. */
export const createResponses = (
  executions: readonly ExportedExecution[],
  examples: readonly Example[],
): Readonly<Record<string, object>> => {
  const found = new Map<string, object>();
  for (const one of executions) {
    const { response } = one.result;
    if (response === null || found.has(String(response.status))) continue;
    const content = toResponseContent(one);
    found.set(String(response.status), {
      description: response.statusText || `Status ${response.status}`,
      ...(content === undefined ? {} : { content }),
    });
  }
  for (const one of examples) {
    const { status, statusText } = one.response;
    if (status === null || status < 100 || found.has(String(status))) continue;
    const content = toExampleContent(one);
    found.set(String(status), {
      description: one.name || statusText || `Status ${status}`,
      ...(content === undefined ? {} : { content }),
    });
  }
  return found.size === 0
    ? { default: { description: 'No answer is stored.' } }
    : Object.fromEntries([...found].sort(([one], [other]) => Number(one) - Number(other)));
};
