import type { JsonSchema } from '@tandem/core/codec';

export type Properties = Readonly<Record<string, JsonSchema>>;

/** The properties of an object's schema. */
export const propertiesOf = (schema: JsonSchema): Properties => (schema.properties ?? {}) as Properties;
const listOf = (value: unknown): readonly JsonSchema[] =>
  Array.isArray(value) ? (value as JsonSchema[]) : [];
const words = (value: unknown): readonly string[] => (Array.isArray(value) ? (value as string[]) : []);

/** The constant of the field `type`, which distinguishes the cases of a union. */
const tagOf = (schema: JsonSchema): string | undefined => {
  const tag = propertiesOf(schema).type?.const;
  return typeof tag === 'string' ? tag : undefined;
};

/** The fields of all cases of a union are listed if there are no more than this. */
const mostCases = 6;

/** Otherwise those of the first cases are listed, and the errors of the codec name those of the others. */
const listedCases = 5;

/** A case that only workspace folders make. */
const notChosen = 'unsupported';

/** How many fields of one case of a union are listed; an error names the others. */
const mostFields = 4;

/** The fields of one case; those with a default are left out. */
const written = (schema: JsonSchema): string => {
  const required = words(schema.required);
  const names = Object.entries(propertiesOf(schema))
    .filter(([name, one]) => name !== 'type' && one.default === undefined)
    .map(([name]) => name);
  const all = names.map((name) => (required.includes(name) ? name : `${name}?`));
  const fields = all.length > mostFields ? [...all.slice(0, mostFields), '…'] : all;
  return [tagOf(schema), fields.length === 0 ? undefined : `{${fields.join(', ')}}`]
    .filter((part) => part !== undefined)
    .join(' ');
};

const merged = (cases: readonly JsonSchema[]): Properties =>
  Object.assign({}, ...[...cases].reverse().map((one) => propertiesOf(one))) as Properties;

/** An object whose fields are listed in the description only. */
const inWords = (cases: readonly JsonSchema[], { description }: JsonSchema): JsonSchema => {
  const offered = cases.filter((one) => tagOf(one) !== notChosen);
  const listed = offered.length > mostCases ? listedCases : offered.length;
  const said = offered.map((one, index) => (index < listed ? written(one) : tagOf(one))).join(' | ');
  return { type: 'object', description: typeof description === 'string' ? `${description}: ${said}` : said };
};

const allSimplified = (properties: Properties): Properties =>
  Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, simplified(one)]));

/** A limit above this only keeps an argument from being absurd; an error names it. */
const highest = 1_000;

/** Drops limits that are obvious, such as "not empty". */
const unbounded = ({ minLength: _notEmpty, minimum, maximum, ...rest }: JsonSchema): JsonSchema => ({
  ...rest,
  ...(typeof minimum === 'number' && minimum > 1 ? { minimum } : {}),
  ...(typeof maximum === 'number' && maximum <= highest ? { maximum } : {}),
});

const described = ({ description }: JsonSchema) => (description === undefined ? {} : { description });

/** What may also be written in a shorter form: a list of pairs as an object, and a body as the JSON that it holds. */
const alternatively = ([first = {}]: readonly JsonSchema[], schema: JsonSchema): JsonSchema | undefined => {
  const items = (first.items ?? {}) as JsonSchema;
  const lead = typeof schema.description === 'string' ? `${schema.description}: ` : '';
  if (items.properties !== undefined) return { description: `${lead}{name: value} or [${written(items)}]` };
  const cases = listOf(first.anyOf);
  if (cases.length === 0 || cases.some((one) => tagOf(one) === undefined)) return undefined;
  const listed = inWords(cases, schema);
  return { ...listed, description: `${String(listed.description)} | any JSON object` };
};

/** A union without a tag: objects are merged into one object; for anything else only the description remains. */
const untagged = (cases: readonly JsonSchema[], schema: JsonSchema): JsonSchema =>
  alternatively(cases, schema) ??
  (cases.every(({ type }) => type === 'object')
    ? { type: 'object', properties: allSimplified(merged(cases)), ...described(schema) }
    : described(schema));

/** A schema of an argument that tells in words what it cannot tell without a union. It accepts at least as much. */
export const simplified = (schema: JsonSchema): JsonSchema => {
  const cases = listOf(schema.anyOf);
  if (cases.length > 0) {
    return cases.every((one) => tagOf(one) !== undefined) ? inWords(cases, schema) : untagged(cases, schema);
  }
  if (schema.items !== undefined) {
    const items = schema.items as JsonSchema;
    return items.properties === undefined
      ? { ...schema, items: simplified(items) }
      : { ...schema, items: { type: 'object' }, description: inWords([items], schema).description };
  }
  if (schema.type !== 'object') return unbounded(schema);
  const { additionalProperties: _checkedAnyway, ...rest } = schema;
  if (schema.properties === undefined) return rest;
  return schema.required === undefined
    ? inWords([schema], schema)
    : { ...rest, properties: allSimplified(propertiesOf(schema)) };
};
