import { getOwnValue, type JsonSchema } from '@tandem/core/codec';

export type Properties = Readonly<Record<string, JsonSchema>>;

/** The properties in the schema of an object. */
export const getProperties = (schema: JsonSchema): Properties => (schema.properties ?? {}) as Properties;
const getList = (value: unknown): readonly JsonSchema[] =>
  Array.isArray(value) ? (value as JsonSchema[]) : [];
const toStringList = (value: unknown): readonly string[] => (Array.isArray(value) ? (value as string[]) : []);

const mapValues = <A, B>(
  all: Readonly<Record<string, A>>,
  change: (one: A) => B,
): Readonly<Record<string, B>> =>
  Object.fromEntries(Object.entries(all).map(([name, one]) => [name, change(one)]));

/** The constant in the schema of the field `type`, which tells the cases of a union apart. */
const getTag = (schema: JsonSchema): string | undefined => {
  const tag = getProperties(schema).type?.const;
  return typeof tag === 'string' ? tag : undefined;
};

/** The fields of all cases are listed if a union has at most this many cases. */
const maxListedCases = 6;

/** The number of cases of a larger union whose fields are listed. The codec's errors name the fields of the others. */
const listedCases = 5;

/** A case that occurs only in workspace folders, so agents need not know it. */
const internalCases = 'unsupported';

/** Maximum number of fields that are listed for one case of a union. The codec's errors name the others. */
const maxListedFields = 4;

/** Formats the fields of one case, except those with a default. */
const formatCase = (schema: JsonSchema): string => {
  const required = toStringList(schema.required);
  const names = Object.entries(getProperties(schema))
    .filter(([name, one]) => name !== 'type' && one.default === undefined)
    .map(([name]) => name);
  const all = names.map((name) => (required.includes(name) ? name : `${name}?`));
  const fields = all.length > maxListedFields ? [...all.slice(0, maxListedFields), '…'] : all;
  return [getTag(schema), fields.length === 0 ? undefined : `{${fields.join(', ')}}`]
    .filter((part) => part !== undefined)
    .join(' ');
};

const formatCases = (cases: readonly JsonSchema[]): string => {
  const offered = cases.filter((one) => getTag(one) !== internalCases);
  const listed = offered.length > maxListedCases ? listedCases : offered.length;
  return offered.map((one, index) => (index < listed ? formatCase(one) : getTag(one))).join(' | ');
};

/** Shortens a description to what is needed to use the argument or tool. The guide contains all of it. */
export const shortenDescription = (description: string): string => {
  const [first = '', ...rest] = description.split('; ');
  return rest.length > 0 && description.endsWith('.') ? `${first}.` : first;
};

const getDescription = ({ description }: JsonSchema): string =>
  typeof description === 'string' ? description : '';

/** Shortens every description in a schema. */
const shortenDescriptions = (schema: JsonSchema): JsonSchema =>
  Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key === 'description' && typeof value === 'string') return [key, shortenDescription(value)];
      if (key === 'properties') return [key, mapValues(value as Properties, shortenDescriptions)];
      if (key === 'anyOf') return [key, getList(value).map(shortenDescriptions)];
      return [key, key === 'items' ? shortenDescriptions(value as JsonSchema) : value];
    }),
  );

/** Adds the shape of a value to its description. */
const describeShape = (schema: JsonSchema, shape: string): string =>
  [getDescription(schema), shape].filter((part) => part !== '').join(': ');

/**
 * The schema of an object of strings by name. Its `properties` are empty because some clients treat an object without them as one that must
 * be empty.
 */
const stringsByName = { type: 'object', properties: {}, additionalProperties: { type: 'string' } } as const;

/** Lists the cases of a union without null, including those of unions in it. */
const listCases = (schema: JsonSchema): readonly JsonSchema[] => {
  const cases = getList(schema.anyOf);
  return cases.length === 0 ? [schema] : cases.flatMap(listCases).filter(({ type }) => type !== 'null');
};

const isMap = (schema: JsonSchema): boolean =>
  schema.type === 'object' && schema.properties === undefined && schema.additionalProperties !== undefined;

const isPairs = (schema: JsonSchema): boolean =>
  schema.type === 'array' && getProperties(schema.items as JsonSchema).name !== undefined;

/** Merges the described fields of all cases of a union. Several cases may have the same field. */
const mergeFields = (cases: readonly JsonSchema[]): Properties =>
  Object.fromEntries(
    cases
      .flatMap((one) => Object.entries(getProperties(one)))
      .filter(([name, { description }]) => name !== 'type' && typeof description === 'string')
      .map(([name, one]) => [name, toAgentSchema(one)]),
  );

/** Describes a union of objects whose field `type` names the case. */
const describeTagged = (cases: readonly JsonSchema[], schema: JsonSchema): JsonSchema => {
  const fields = mergeFields(cases);
  if (Object.keys(fields).length === 0)
    return { ...stringsByName, description: describeShape(schema, formatCases(cases)) };
  const words = cases.flatMap((one) => getTag(one) ?? []);
  return {
    type: 'object',
    properties: { type: { type: 'string', enum: words, description: 'Kind' }, ...fields },
    description: getDescription(schema),
  };
};

/** Describes a union as one type, because some clients do not support alternatives in a schema. */
const describeUnion = (cases: readonly JsonSchema[], schema: JsonSchema): JsonSchema => {
  const tagged = cases.filter((one) => getTag(one) !== undefined);
  if (tagged.length > 0) return describeTagged(tagged, schema);
  const map = cases.find(isMap);
  const text = cases.find(({ type }) => type === 'string');
  if (map !== undefined && text !== undefined) return toAgentSchema({ ...text, ...pickDescription(schema) });
  const list = cases.find(({ type }) => type === 'array');
  const chosen = map ?? (list !== undefined && !isPairs(list) ? list : undefined) ?? text ?? list ?? cases[0];
  return toAgentSchema({ ...chosen, ...pickDescription(schema) });
};

const pickDescription = ({ description }: JsonSchema) => (description === undefined ? {} : { description });

/** An object is listed field by field if it has at most this many described fields. */
const maxDescribedFields = 3;

const describeObject = (schema: JsonSchema): JsonSchema => {
  const fields = Object.values(getProperties(schema));
  const isListed =
    fields.length > 0 &&
    (schema.listed === true ||
      (fields.length <= maxDescribedFields &&
        fields.every(({ description }) => typeof description === 'string')));
  if (!isListed)
    return {
      ...stringsByName,
      description: fields.length === 0 ? getDescription(schema) : describeShape(schema, formatCase(schema)),
    };
  return {
    type: 'object',
    properties: mapProperties(schema),
    ...(schema.required === undefined ? {} : { required: schema.required }),
    ...(schema.description === undefined ? {} : { description: getDescription(schema) }),
  };
};

const describeList = (schema: JsonSchema): JsonSchema => {
  const items = toAgentSchema(schema.items as JsonSchema);
  const { description: shape, ...item } = items;
  const isShape = typeof shape === 'string' && shape !== '' && !/[{|]/.test(getDescription(schema));
  return {
    type: 'array',
    items: item,
    description: isShape ? describeShape(schema, shape) : getDescription(schema),
  };
};

/** An optional argument's enum is listed if it has at most this many values. The codec's errors name them otherwise. */
const maxEnumWords = 6;

const describePlain = ({ type, enum: words, ...schema }: JsonSchema): JsonSchema => ({
  type: type ?? 'string',
  ...(Array.isArray(words) && (words.length <= maxEnumWords || schema.required === true)
    ? { enum: words }
    : {}),
  description: getDescription(schema),
});

/**
 * Simplifies the schema of a value for clients: to one type, described in a sentence, without alternatives and defaults. The codec checks
 * the value and accepts more than this schema says.
 */
export const toAgentSchema = (schema: JsonSchema): JsonSchema => {
  const cases = listCases(schema);
  if (cases.length > 1 || cases[0] !== schema) return describeUnion(cases, schema);
  if (schema.items !== undefined) return describeList(schema);
  return schema.type === 'object' ? describeObject(schema) : describePlain(schema);
};

const mapProperties = (schema: JsonSchema, unlisted: readonly string[] = []): Properties =>
  Object.fromEntries(
    Object.entries(getProperties(schema))
      .filter(([name]) => !unlisted.includes(name))
      .map(([name, one]) => [
        name,
        toAgentSchema(
          toStringList(schema.required).includes(name) ? { ...one, required: one.required ?? true } : one,
        ),
      ]),
  );

/** Arguments that no tool lists, because agents rarely set them. A call may contain them nevertheless. */
const unlistedArguments: readonly string[] = ['foreign', 'examples', 'requestVariables'];

/** Arguments that a tool does not list. The guide describes them, and the codec's errors name them. */
const unlistedByTool: Readonly<Record<string, readonly string[]>> = {
  rest_update: ['description', 'needs', 'pathParams', 'settings', 'tags'],
  rest_update_script: ['ifRevision'],
  rest_delete: ['ifRevision'],
  graphql_delete: ['ifRevision'],
  graphql_create: ['description', 'needs', 'settings', 'tags'],
  graphql_update: ['description', 'needs', 'settings', 'tags'],
  graphql_execute: [
    'headers',
    'maxBodyBytes',
    'needs',
    'pathParams',
    'persistScript',
    'queryParams',
    'saveTo',
    'script',
  ],
  graphql_list: ['tag'],
  folders_edit: ['connections', 'description', 'ifRevision', 'settings'],
  environments_edit: ['color', 'ifRevision'],
  executions_list: ['by', 'since'],
  executions_get: ['origins', 'outline'],
  exports_render: ['maxChars'],
  changes_list: ['by'],
  cookies_edit: ['expires', 'hostOnly', 'httpOnly', 'sameSite', 'secure', 'session'],
  graphql_introspect: ['maxBytes', 'refresh'],
  runs_execute: ['delayMs', 'excludeTags', 'name', 'persist', 'retryDelayMs', 'seed'],
  imports_apply: ['all', 'environments', 'keep', 'without'],
};

/** Arguments that a tool does not list if only the core tools are offered. */
const unlistedInCore: Readonly<Record<string, readonly string[]>> = {
  rest_list: ['tag'],
  rest_create: ['description', 'needs', 'pathParams', 'settings', 'tags'],
  rest_execute: ['maxBodyBytes', 'needs', 'persistScript', 'saveTo', 'script'],
  environments_edit: ['copyOf', 'description', 'extends'],
  runs_execute: ['bail', 'excludeTags', 'grep', 'iterations', 'parallel', 'timeoutMs'],
  executions_get: ['request'],
  imports_apply: ['name', 'only', 'update'],
};

/**
 * Maximum length of a schema that more than one tool may repeat, in UTF-16 units. Instead of a longer schema, a tool names the first tool
 * that has it.
 */
const maxRepeatedLength = 70;

/** Picks the fields with the type and content of a body, for a tool that does not describe the body. */
const pickBodyFields = ({ properties: all }: JsonSchema): JsonSchema =>
  Object.fromEntries(
    ['type', 'content'].flatMap((name) => {
      const field = getOwnValue(all as Properties, name);
      return field === undefined ? [] : [[name, { type: 'string', description: field.description }]];
    }),
  );

const listUnlisted = (tool: string, set: 'core' | 'all'): readonly string[] => [
  ...unlistedArguments,
  ...(getOwnValue(unlistedByTool, tool) ?? []),
  ...(set === 'core' ? (getOwnValue(unlistedInCore, tool) ?? []) : []),
];

/**
 * Creates a function that returns the schema of the arguments of one tool after another. Every property has one type and a description.
 * Only the first tool with an argument has its long description.
 */
export const createToolSchemas = (
  set: 'core' | 'all',
): ((tool: string, schema: JsonSchema) => JsonSchema) => {
  const described = new Map<string, string>();
  const describeOnce = (tool: string, name: string, schema: JsonSchema): JsonSchema => {
    const { description } = schema;
    if (typeof description !== 'string' || JSON.stringify(schema).length <= maxRepeatedLength) return schema;
    const shape = `${name}: ${description.split(': ').at(-1) ?? ''}`;
    const first = described.get(shape);
    if (first === undefined) {
      described.set(shape, tool);
      return schema;
    }
    const isShort = Object.keys(getProperties(schema)).length === 0;
    return {
      ...schema,
      ...(isShort ? {} : { properties: pickBodyFields(schema) }),
      description: `See ${first}`,
    };
  };
  return (tool, schema) => ({
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(mapProperties(shortenDescriptions(schema), listUnlisted(tool, set))).map(
        ([name, one]) => [name, describeOnce(tool, name, one)],
      ),
    ),
    ...(schema.required === undefined ? {} : { required: schema.required }),
  });
};
