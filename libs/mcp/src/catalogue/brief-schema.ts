import type { JsonSchema } from '@tandem/core/codec';

type Properties = Readonly<Record<string, JsonSchema>>;

const propertiesOf = (schema: JsonSchema): Properties => (schema.properties ?? {}) as Properties;
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

const brieflyAll = (properties: Properties): Properties =>
  Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, briefly(one)]));

/** Drops limits that are obvious, such as "not empty". */
const unbounded = ({ minLength: _notEmpty, minimum, ...rest }: JsonSchema): JsonSchema =>
  typeof minimum !== 'number' || minimum <= 1 ? rest : { ...rest, minimum };

const described = ({ description }: JsonSchema) => (description === undefined ? {} : { description });

/** A union without a tag: objects are merged into one object; for anything else only the description remains. */
const untagged = (cases: readonly JsonSchema[], schema: JsonSchema): JsonSchema =>
  cases.every(({ type }) => type === 'object')
    ? { type: 'object', properties: brieflyAll(merged(cases)), ...described(schema) }
    : described(schema);

const briefly = (schema: JsonSchema): JsonSchema => {
  const cases = listOf(schema.anyOf);
  if (cases.length > 0) {
    return cases.every((one) => tagOf(one) !== undefined) ? inWords(cases, schema) : untagged(cases, schema);
  }
  if (schema.items !== undefined) {
    const items = schema.items as JsonSchema;
    return items.properties === undefined
      ? { ...schema, items: briefly(items) }
      : { ...schema, items: { type: 'object' }, description: inWords([items], schema).description };
  }
  if (schema.type !== 'object') return unbounded(schema);
  const { additionalProperties: _checkedAnyway, ...rest } = schema;
  if (schema.properties === undefined) return rest;
  return schema.required === undefined
    ? inWords([schema], schema)
    : { ...rest, properties: brieflyAll(propertiesOf(schema)) };
};

/** Schemas up to this many characters are repeated instead of being referred to. */
const shortEnough = 64;

const bare = ({ type, items }: JsonSchema, description: string): JsonSchema => ({
  type,
  ...(items === undefined ? {} : { items: { type: (items as JsonSchema).type } }),
  description,
});

/**
 * Returns a function that shortens the argument schemas of one tool after another. The short schemas accept everything
 * that the codec accepts, which still checks the arguments. They contain no unions, which many clients refuse, and a long
 * shape appears only where it is first used.
 */
export const briefSchemas = (): ((tool: string, schema: JsonSchema) => JsonSchema) => {
  const shown = new Map<string, readonly [tool: string, property: string]>();
  const spelled = new Map<string, string>();
  /** A union in words refers to the tool that spelled it, whatever is said before it. */
  const spelledOnce = (tool: string, schema: JsonSchema): JsonSchema => {
    const [, lead = '', said] = /^(.*?): (.* \| .*)$/s.exec(String(schema.description)) ?? [];
    if (said === undefined) return schema;
    const first = spelled.get(said);
    if (first === undefined) spelled.set(said, tool);
    return first === undefined || first === tool
      ? schema
      : { ...schema, description: `${lead}; see ${first}` };
  };
  const once = (tool: string, name: string, whole: JsonSchema): JsonSchema => {
    const schema = known(tool, name, whole);
    return schema === whole ? spelledOnce(tool, whole) : schema;
  };
  const known = (tool: string, name: string, schema: JsonSchema): JsonSchema => {
    const { description, ...shape } = schema;
    const [whole, shapeAlone] = [JSON.stringify(schema), JSON.stringify(shape)];
    const first = shown.get(whole) ?? shown.get(shapeAlone);
    if (first === undefined || whole.length <= shortEnough) {
      const keys = shapeAlone.length > shortEnough ? [whole, shapeAlone] : [whole];
      for (const key of keys) if (!shown.has(key)) shown.set(key, [tool, name]);
      return schema;
    }
    return first[0] === tool
      ? bare(schema, `${String(description)}, like ${first[1]}`)
      : bare(schema, `See ${first[0]}`);
  };
  return (tool, schema) => ({
    ...schema,
    properties: Object.fromEntries(
      Object.entries(propertiesOf(schema)).map(([name, one]) => [name, once(tool, name, briefly(one))]),
    ),
  });
};
