import { getOwnValue, isContainer } from '@tandem/core/codec';
import randexp from 'randexp';

import { type Fields, getList, getText, isFields, isTrue } from '../value.js';

// The module is the class itself, although its types call it a default export.
const RandExp = randexp as unknown as typeof randexp.default;

/** Maximum length of text generated from a pattern, in characters. */
const maxCharacters = 10_000;
/** Maximum length of a text that is checked against its pattern, because matching may take exponential time. */
const maxMatched = 24;

/** Estimates the length of a text that matches a pattern: the product of its minimum repetitions. */
const countMinRepeats = (pattern: string): number =>
  [...pattern.matchAll(/\{(\d+)/g)].reduce((product, [, count]) => product * Math.max(1, Number(count)), 1);

interface Lengths {
  readonly min: number;
  readonly max: number;
}

const compilePattern = (pattern: string): RegExp | undefined => {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    try {
      return new RegExp(pattern);
    } catch {
      return undefined;
    }
  }
};

/** Returns the ASCII class for a Unicode class, because the generator does not support Unicode classes. */
const toAsciiClass = (name: string): string => {
  if (/^Lu|^Uppercase/.test(name)) return 'A-Z';
  if (/^Ll|^Lowercase/.test(name)) return 'a-z';
  return /^(?:N|Decimal)/.test(name) ? '0-9' : 'A-Za-z';
};

const replaceUnicodeClasses = (pattern: string): string =>
  pattern.replace(/\[(?:\\.|[^\]\\])*\]|\\p\{[^}]*\}/g, (piece) => {
    const named = piece.replace(/\\p\{(?:\w+=)?(\w+)\}/g, (_, name: string) => toAsciiClass(name));
    return piece.startsWith('[') ? named : `[${named}]`;
  });

/**
 * Generates a text that matches a pattern. The result is always the same: the first of all alternatives, and `repeats` times
 * each unbounded repetition.
 */
const generateText = (pattern: RegExp, repeats: number, letters: 'lower case' | 'all'): string => {
  const generator = new RandExp(new RegExp(replaceUnicodeClasses(pattern.source)));
  generator.max = repeats;
  generator.randInt = (from, to) => (repeats > 0 && to === from + repeats ? to : from);
  if (letters === 'lower case') {
    generator.defaultRange.subtract(32, 126);
    generator.defaultRange.add(97, 122);
  }
  return generator.gen();
};

/** How many repetitions are added to bounded ones. The numbers are tried in order until the text is long enough. */
const boundedRepeats = [1, 2, 4, 8, 16, 32, 64];
/** How many repetitions are added to unbounded ones. */
const unboundedRepeats = [2, 3, 4];

/** Raises each bounded repetition to its minimum plus `more`: with 4, `\d{1,14}` becomes `\d{5}`. */
const addRepetitions = (pattern: RegExp, more: number): RegExp =>
  new RegExp(
    pattern.source.replace(
      /\[(?:\\.|[^\]\\])*\]|\\.|\{(\d+),(\d+)\}/g,
      (piece, least?: string, most?: string) =>
        least === undefined ? piece : `{${Math.min(Number(least) + more, Number(most))}}`,
    ),
    pattern.flags,
  );

/** Creates a text that matches the pattern and has an allowed length; undefined if none was found. */
const createPatternSample = (pattern: string, { min, max }: Lengths): string | undefined => {
  const expression = compilePattern(pattern);
  // References to groups may double the text many times.
  if (expression === undefined || /\\[1-9k]/.test(pattern) || countMinRepeats(pattern) > maxCharacters)
    return undefined;
  const isLongEnough = (text: string): boolean => text.length >= min && text.length <= max;
  const fits = (text: string): boolean =>
    isLongEnough(text) && (text.length > maxMatched || expression.test(text));
  const plain = 'string'.slice(0, max);
  if (fits(plain)) return plain;
  // If unbounded repetitions are nested, their lengths multiply.
  const openRepetitions = pattern.match(/[*+]|,\}/g)?.length ?? 0;
  const isBearable = (one: number): boolean => one ** openRepetitions <= maxCharacters;
  const reasons = new Set<'length'>();
  const attempt = (of: RegExp, repeats: readonly number[]): string | undefined => {
    for (const letters of ['lower case', 'all'] as const)
      for (const count of new Set(repeats.filter(isBearable)))
        try {
          const text = generateText(of, count, letters);
          if (!isLongEnough(text)) reasons.add('length');
          if (fits(text)) return text;
        } catch {
          // The generator does not support all syntax of JavaScript expressions.
        }
    return undefined;
  };
  const plainest = attempt(expression, [0, 1, min]);
  if (plainest !== undefined || !reasons.has('length')) return plainest;
  for (const more of [0, ...boundedRepeats]) {
    const wider = addRepetitions(expression, more);
    if (countMinRepeats(wider.source) > maxCharacters) break;
    const text = attempt(wider, [0, 1, ...unboundedRepeats]);
    if (text !== undefined) return text;
  }
  return undefined;
};

/** Returns the types of a schema, which may be a list in OpenAPI 3.1. */
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

/** Removes null examples if there are others, because null does not show what a person would send. */
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
const formatSamples: Readonly<Record<string, string>> = {
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
  const known = getOwnValue(formatSamples, format);
  const pattern = getText(schema, 'pattern');
  if (known !== undefined || pattern === '' || sampledFormats.test(format)) return known;
  const [min, max] = [Number(schema.minLength ?? 0), Number(schema.maxLength ?? Infinity)];
  return createPatternSample(pattern, { min, max });
};

interface NumberLimit {
  readonly value: number;
  readonly isExclusive: boolean;
}

/** Finds a limit of a number. Exclusive limits are numbers since OpenAPI 3.1 and were booleans before. */
const findLimit = (schema: Fields, inclusive: string, exclusive: string): NumberLimit | undefined => {
  const numberAt = (key: string): number => Number(getOwnValue(schema, key) ?? Number.NaN);
  const isFlag = typeof getOwnValue(schema, exclusive) === 'boolean';
  const strict = isFlag ? Number.NaN : numberAt(exclusive);
  const value = numberAt(inclusive);
  if (Number.isFinite(strict) && !(inclusive === 'minimum' ? value > strict : value < strict))
    return { value: strict, isExclusive: true };
  return Number.isFinite(value) ? { value, isExclusive: isTrue(schema, exclusive) } : undefined;
};

/** Creates a number within a schema's limits; undefined if the schema has no limits, or no number is within them. */
const createNumberSample = (schema: Fields): unknown => {
  const lower = findLimit(schema, 'minimum', 'exclusiveMinimum');
  const upper = findLimit(schema, 'maximum', 'exclusiveMaximum');
  if (lower === undefined && upper === undefined) return undefined;
  const multiple = Number(schema.multipleOf);
  const step = multiple > 0 ? multiple : getTypes(schema).includes('integer') ? 1 : undefined;
  const fits = (value: number): boolean =>
    (lower === undefined || (lower.isExclusive ? value > lower.value : value >= lower.value)) &&
    (upper === undefined || (upper.isExclusive ? value < upper.value : value <= upper.value)) &&
    (step !== 1 || Number.isInteger(value));
  // Return the schema's own text, because the digits matter and a double may lose some of them.
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

/** Creates a sample for a schema for which the sampler's own value would be invalid. */
const createOwnSample = (schema: Fields): unknown => {
  if (hasOwnValue(schema)) return undefined;
  const [type] = getTypes(schema);
  if (type === 'string' || (type === undefined && schema.pattern !== undefined))
    return createTextSample(schema);
  return type === 'integer' || type === 'number' ? createNumberSample(schema) : undefined;
};

/** Adds an example to a schema if the sampler would ignore one of its constraints. */
const prepareSchema = (schema: Fields): Fields => {
  const prepared = removeNullSamples(schema);
  const example = createOwnSample(prepared);
  return example === undefined ? prepared : { ...prepared, example };
};

/** Fields whose values are data, not schemas. */
const dataFields = new Set(['example', 'examples', 'default', 'enum', 'const', 'responses', 'links']);

/** Fields whose keys are names chosen by the author. */
const mapFields = new Set(
  'properties,patternProperties,$defs,definitions,dependentSchemas,schemas,parameters,requestBodies,headers,callbacks,paths,pathItems,content,encoding,securitySchemes,x-files'.split(
    ',',
  ),
);

/** Prepares the schemas of a document so that the sampler makes valid values. */
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
        kind === 'schema' && dataFields.has(key)
          ? one
          : visit(one, kind === 'schema' && mapFields.has(key) ? 'map' : 'schema'),
      ]),
    );
    return kind === 'schema' ? prepareSchema(inner) : inner;
  };
  return visit(document, 'schema') as Fields;
};
