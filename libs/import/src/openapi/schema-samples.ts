import { isContainer, getOwnValue } from '@tandem/core/codec';

import { type Fields, isFields, isTrue, getList, getText } from '../value.js';
import { createPatternSample } from './pattern-sample.js';

/** The types of a schema, which may be a list in OpenAPI 3.1. */
const getTypes = ({ type }: Fields): readonly unknown[] => (Array.isArray(type) ? type : [type]);

/** Whether a schema allows only null. */
export const isNullOnly = (schema: unknown): boolean => {
  if (!isFields(schema)) return false;
  const { type, const: only } = schema;
  if (type === 'null' || only === null) return true;
  if (Array.isArray(type)) return type.length > 0 && type.every((one) => one === 'null');
  return Array.isArray(schema.enum) && schema.enum.length > 0 && schema.enum.every((one) => one === null);
};

const moveNullLast = <A>(list: readonly A[], isNull: (one: A) => boolean): readonly A[] => [
  ...list.filter((one) => !isNull(one)),
  ...list.filter(isNull),
];

const isNull = (value: unknown): boolean => value === null;

/** A null example says nothing about the value a person would send, unless there is no other. */
const removeNullSamples = (schema: Fields): Fields => {
  if (isNullOnly(schema)) return schema;
  const { example, default: value, ...rest } = schema;
  const allowsNull = schema.nullable === true || getTypes(schema).includes('null');
  return {
    ...rest,
    ...(example === undefined || example === null ? {} : { example }),
    ...(value === undefined || (value === null && !allowsNull) ? {} : { default: value }),
    ...(Array.isArray(schema.examples) ? { examples: schema.examples.filter((one) => one !== null) } : {}),
    ...(Array.isArray(schema.enum) ? { enum: moveNullLast<unknown>(schema.enum, isNull) } : {}),
    ...(Array.isArray(schema.type)
      ? { type: moveNullLast<unknown>(schema.type, (one) => one === 'null') }
      : {}),
    ...(Array.isArray(schema.oneOf) ? { oneOf: moveNullLast<unknown>(schema.oneOf, isNullOnly) } : {}),
    ...(Array.isArray(schema.anyOf) ? { anyOf: moveNullLast<unknown>(schema.anyOf, isNullOnly) } : {}),
  };
};

/** String formats for which the sampler has no sample. */
const formats: Readonly<Record<string, string>> = {
  byte: 'c3RyaW5n',
  base64url: 'c3RyaW5n',
  duration: 'P1D',
  url: 'http://example.com',
};

/** Formats for which the sampler has samples. */
const sampledFormats =
  /^(?:(?:idn-)?(?:email|hostname)|password|date(?:-time)?|time|ipv[46]|[ui]ri(?:-reference|-template)?|uuid|(?:relative-)?json-pointer|regex|binary)$/;

const createTextSample = (schema: Fields): string | undefined => {
  const format = getText(schema, 'format');
  const known = getOwnValue(formats, format);
  const pattern = getText(schema, 'pattern');
  if (known !== undefined || pattern === '' || sampledFormats.test(format)) return known;
  const [min, max] = [Number(schema.minLength ?? 0), Number(schema.maxLength ?? Infinity)];
  return createPatternSample(pattern, { min, max });
};

interface NumberLimit {
  readonly value: number;
  readonly isExclusive: boolean;
}

/** A limit of a number: exclusive limits are numbers since OpenAPI 3.1, and were flags before. */
const findLimit = (schema: Fields, inclusive: string, exclusive: string): NumberLimit | undefined => {
  const numberAt = (key: string): number => Number(getOwnValue(schema, key) ?? Number.NaN);
  const isFlag = typeof getOwnValue(schema, exclusive) === 'boolean';
  const strict = isFlag ? Number.NaN : numberAt(exclusive);
  const value = numberAt(inclusive);
  if (Number.isFinite(strict) && !(inclusive === 'minimum' ? value > strict : value < strict))
    return { value: strict, isExclusive: true };
  return Number.isFinite(value) ? { value, isExclusive: isTrue(schema, exclusive) } : undefined;
};

/** A number within a schema's limits; undefined if it has no limits, or no number fits. */
const numberSample = (schema: Fields): unknown => {
  const lower = findLimit(schema, 'minimum', 'exclusiveMinimum');
  const upper = findLimit(schema, 'maximum', 'exclusiveMaximum');
  if (lower === undefined && upper === undefined) return undefined;
  const multiple = Number(schema.multipleOf);
  const step = multiple > 0 ? multiple : getTypes(schema).includes('integer') ? 1 : undefined;
  const fits = (value: number): boolean =>
    (lower === undefined || (lower.isExclusive ? value > lower.value : value >= lower.value)) &&
    (upper === undefined || (upper.isExclusive ? value < upper.value : value <= upper.value)) &&
    (step !== 1 || Number.isInteger(value));
  // Its digits matter, and a double may lose them.
  if (lower?.isExclusive === false && !(multiple > 0) && fits(lower.value)) return schema.minimum;
  const stepsFrom = (value: number, towards: 1 | -1): readonly number[] => {
    if (step === undefined) return [value, value + towards];
    const nearest = (towards === 1 ? Math.ceil(value / step) : Math.floor(value / step)) * step;
    return [nearest, nearest + towards * step];
  };
  return [
    ...(lower === undefined ? [0, ...stepsFrom(upper?.value ?? 0, -1)] : stepsFrom(lower.value, 1)),
    ...(step === undefined ? [((lower?.value ?? 0) + (upper?.value ?? 0)) / 2] : []),
  ]
    .map((value) => (Number.isInteger(value) ? value : Number(value.toPrecision(12))))
    .find(fits);
};

const hasOwnValue = (schema: Fields): boolean =>
  schema.example !== undefined ||
  schema.const !== undefined ||
  schema.default !== undefined ||
  getList(schema, 'examples').length > 0 ||
  getList(schema, 'enum').length > 0;

/** A value that the sampler would not find by itself. */
const createValue = (schema: Fields): unknown => {
  if (hasOwnValue(schema)) return undefined;
  const [type] = getTypes(schema);
  if (type === 'string' || (type === undefined && schema.pattern !== undefined))
    return createTextSample(schema);
  return type === 'integer' || type === 'number' ? numberSample(schema) : undefined;
};

/** A schema with its own example where the sampler would ignore a constraint. */
const prepare = (schema: Fields): Fields => {
  const prepared = removeNullSamples(schema);
  const example = createValue(prepared);
  return example === undefined ? prepared : { ...prepared, example };
};

/** Document values in which nothing is a schema. */
const data = new Set(['example', 'examples', 'default', 'enum', 'const', 'responses', 'links']);

/** Places whose keys are names chosen by the author. */
const maps = new Set(
  'properties,patternProperties,$defs,definitions,dependentSchemas,schemas,parameters,requestBodies,headers,callbacks,paths,pathItems,content,encoding,securitySchemes,x-files'.split(
    ',',
  ),
);

/** The document with schemas from which the sampler makes valid values. */
export const prepareSchemas = (document: Fields): Fields => {
  const known = { map: new Map<object, unknown>(), schema: new Map<object, unknown>() };
  const visit = (value: unknown, kind: 'map' | 'schema'): unknown => {
    if (!isContainer(value)) return value;
    const before = known[kind].get(value);
    if (before !== undefined) return before;
    const made = visited(value, kind);
    known[kind].set(value, made);
    return made;
  };
  const visited = (value: object, kind: 'map' | 'schema'): unknown => {
    if (Array.isArray(value)) return value.map((one) => visit(one, 'schema'));
    if (!isFields(value) || value instanceof Date) return value;
    const inner = Object.fromEntries(
      Object.entries(value).map(([key, one]) => [
        key,
        kind === 'schema' && data.has(key)
          ? one
          : visit(one, kind === 'schema' && maps.has(key) ? 'map' : 'schema'),
      ]),
    );
    return kind === 'schema' ? prepare(inner) : inner;
  };
  return visit(document, 'schema') as Fields;
};
