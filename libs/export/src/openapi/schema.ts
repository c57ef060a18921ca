import { isExactNumber } from '@tandem/core/codec';

/** A JSON Schema, inferred from examples. */
export type Schema = Readonly<Record<string, unknown>>;

/** Maximum depth of schemas, and how many list entries are examined. */
const limits = { depth: 12, entries: 20, properties: 200 } as const;

const isSameSchema = (one: Schema, other: Schema): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Properties present in all objects are required. */
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

/** A schema that accepts whatever any of `schemas` accepts. */
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

/** The schema of a JSON value. */
export const inferSchema = (value: unknown, depth = 0): Schema => {
  if (value === null) return { type: 'null' };
  if (typeof value === 'number' || isExactNumber(value)) return { type: getNumberType(Number(value)) };
  if (typeof value !== 'object') return { type: typeof value };
  if (depth >= limits.depth) return {};
  if (Array.isArray(value)) {
    const items = value.slice(0, limits.entries).map((one) => inferSchema(one, depth + 1));
    return { type: 'array', items: mergeSchemas(items) };
  }
  const entries = Object.entries(value).slice(0, limits.properties);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, one]) => [name, inferSchema(one, depth + 1)])),
    ...(entries.length === 0 ? {} : { required: entries.map(([name]) => name) }),
  };
};
