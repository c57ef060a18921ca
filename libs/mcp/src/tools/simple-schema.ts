import type { JsonSchema } from '@tandem/core/codec';

export type Properties = Readonly<Record<string, JsonSchema>>;

/** The properties of an object's schema. */
export const getProperties = (schema: JsonSchema): Properties => (schema.properties ?? {}) as Properties;
const getList = (value: unknown): readonly JsonSchema[] =>
  Array.isArray(value) ? (value as JsonSchema[]) : [];
const toStringList = (value: unknown): readonly string[] => (Array.isArray(value) ? (value as string[]) : []);

/** The constant of the field `type`, which distinguishes the cases of a union. */
const getTag = (schema: JsonSchema): string | undefined => {
  const tag = getProperties(schema).type?.const;
  return typeof tag === 'string' ? tag : undefined;
};

/** Up to this many cases of a union, the fields of all are listed. */
const maxListedCases = 6;

/** Above that, the fields of this many are listed. The codec's errors name those of the others. */
const listedCases = 5;

/** A case that only workspace folders produce. */
const notChosen = 'unsupported';

/** Maximum number of fields listed for one case of a union. An error names the others. */
const maxListedFields = 4;

/** The fields of one case, without those that have a default. */
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

const mergeCases = (cases: readonly JsonSchema[]): Properties =>
  Object.assign({}, ...[...cases].reverse().map((one) => getProperties(one))) as Properties;

/** An object whose fields are listed only in the description. */
const describeCases = (cases: readonly JsonSchema[], { description }: JsonSchema): JsonSchema => {
  const offered = cases.filter((one) => getTag(one) !== notChosen);
  const listed = offered.length > maxListedCases ? listedCases : offered.length;
  const said = offered.map((one, index) => (index < listed ? formatCase(one) : getTag(one))).join(' | ');
  return { type: 'object', description: typeof description === 'string' ? `${description}: ${said}` : said };
};

const simplifyAll = (properties: Properties): Properties =>
  Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, simplifySchema(one)]));

/** Larger limits only rule out absurd values, so they are not listed. An error names them. */
const maxStatedLimit = 1_000;

/** Drops obvious limits, such as "not empty". */
const removeObviousLimits = ({
  minLength: _notEmpty,
  minimum,
  maximum,
  ...rest
}: JsonSchema): JsonSchema => ({
  ...rest,
  ...(typeof minimum === 'number' && minimum > 1 ? { minimum } : {}),
  ...(typeof maximum === 'number' && maximum <= maxStatedLimit ? { maximum } : {}),
});

const pickDescription = ({ description }: JsonSchema) => (description === undefined ? {} : { description });

/** Describes values with a shorter form: a list of pairs as an object, and a body as its JSON. */
const describeShorterForm = (
  [first = {}]: readonly JsonSchema[],
  schema: JsonSchema,
): JsonSchema | undefined => {
  const items = (first.items ?? {}) as JsonSchema;
  const lead = typeof schema.description === 'string' ? `${schema.description}: ` : '';
  if (items.properties !== undefined)
    return { description: `${lead}{name: value} or [${formatCase(items)}]` };
  const cases = getList(first.anyOf);
  if (cases.length === 0 || cases.some((one) => getTag(one) === undefined)) return undefined;
  const listed = describeCases(cases, schema);
  return { ...listed, description: `${String(listed.description)} | any JSON object` };
};

/** A union without a tag. Objects are merged into one; for anything else only the description remains. */
const simplifyUntagged = (cases: readonly JsonSchema[], schema: JsonSchema): JsonSchema =>
  describeShorterForm(cases, schema) ??
  (cases.every(({ type }) => type === 'object')
    ? { type: 'object', properties: simplifyAll(mergeCases(cases)), ...pickDescription(schema) }
    : pickDescription(schema));

/**
 * Simplifies the schema of an argument and describes in words what would need a union. It accepts at least as much.
 */
export const simplifySchema = (schema: JsonSchema): JsonSchema => {
  const cases = getList(schema.anyOf);
  if (cases.length > 0) {
    return cases.every((one) => getTag(one) !== undefined)
      ? describeCases(cases, schema)
      : simplifyUntagged(cases, schema);
  }
  if (schema.items !== undefined) {
    const items = schema.items as JsonSchema;
    return items.properties === undefined
      ? { ...schema, items: simplifySchema(items) }
      : { ...schema, items: { type: 'object' }, description: describeCases([items], schema).description };
  }
  if (schema.type !== 'object') return removeObviousLimits(schema);
  const { additionalProperties: _checkedAnyway, ...rest } = schema;
  if (schema.properties === undefined) return rest;
  return schema.required === undefined
    ? describeCases([schema], schema)
    : { ...rest, properties: simplifyAll(getProperties(schema)) };
};
