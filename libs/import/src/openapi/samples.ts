import { getOwnValue, isContainer, isExactNumber } from '@tandem/core/codec';
import { sample } from 'openapi-sampler';

import { type Fields, getList, getObjects, getText, isFields } from '../value.js';
import type { Resolver } from './refs.js';

/**
 * Limits of one sample. A schema may require two billion entries, or contain references that multiply until the sample does not fit into
 * memory. Nobody sends such a body.
 */
const sampleLimits = {
  /** Maximum number of list entries, even if `minItems` is larger. */
  items: 100,
  /** Maximum number of characters of a string, even if `minLength` is larger. */
  characters: 10_000,
  /** Maximum number of references that are followed for one sample. */
  references: 10_000,
  /** Maximum nesting of schemas in a sample. */
  depth: 8,
  /**
   * Approximate maximum length of one sample as JSON, in characters. A longer sample is generated again with fewer
   * levels.
   */
  size: 200_000,
  /**
   * Approximate maximum length of all samples of one document, in characters. Beyond it, each further sample is limited to
   * `least`.
   */
  together: 16_000_000,
  least: 2_000,
} as const;

/** The estimated length of any value in a sample, in characters: its name and punctuation. */
const estimatedValueSize = 16;

const isDefined = (value: unknown): boolean => value !== undefined;

/** Finds the sample value that a schema contains, in the same order as the sampler. */
const findOwnValue = (schema: Fields): unknown =>
  [
    schema.example,
    schema.const,
    ...[schema.examples, schema.enum].map((list) => (Array.isArray(list) ? (list[0] as unknown) : undefined)),
    schema.default,
  ].find(isDefined);

/** Estimates the length of values as JSON, in characters. A value that many samples share is measured once. */
const createLengths = (): ((value: unknown) => number) => {
  const lengths = new WeakMap<object, number>();
  const lengthOf = (value: unknown): number => {
    if (typeof value === 'string') return value.length + estimatedValueSize;
    if (typeof value !== 'object' || value === null) return estimatedValueSize;
    const known = lengths.get(value);
    if (known !== undefined) return known;
    const entries = Object.entries(value);
    const length = entries.reduce((sum, [key, one]) => sum + key.length + lengthOf(one), estimatedValueSize);
    lengths.set(value, length);
    return length;
  };
  return lengthOf;
};

/** Returns a limit of a schema. If the limit exceeds `max`, it is lowered in the schema. */
const createLimitReducer =
  (onLower: (what: string) => void) =>
  (schema: Record<string, unknown>, name: 'minItems' | 'minLength', max: number): number => {
    // The limit may be a string, because the sampler also calculates with strings.
    const wanted = Number(getOwnValue(schema, name) ?? 0);
    if (!(wanted > max)) return Number.isNaN(wanted) ? 0 : wanted;
    const [shown, asked] = [max, wanted].map((one) => one.toLocaleString('en'));
    onLower(`a sample has at most ${shown} of what ${name} asks for, which is up to ${asked}`);
    schema[name] = max;
    return max;
  };

/** Measures the sample of a schema: its approximate length in characters with at most `depth` levels. */
export type MeasureSample = (schema: Fields, depth: number) => number;

/**
 * Measures samples of one document's schemas, with the same choices as the sampler.
 * @param onLower called when a limit of a schema is lowered, because it requires more than a sample can contain
 */
const createMeasure = ({ resolve }: Resolver, onLower: (what: string) => void): MeasureSample => {
  const [lengthOf, lower] = [createLengths(), createLimitReducer(onLower)];
  let depth: number = sampleLimits.depth;
  /** Sizes of each schema by level, for each depth. */
  const sizesFor = Array.from({ length: sampleLimits.depth + 1 }, () => new Map<object, number[]>());

  const sizeOf = (schema: unknown, level: number): number => {
    if (!isFields(schema) || level > depth) return estimatedValueSize;
    const known = sizesFor[depth]?.get(schema) ?? [];
    const before = known[level];
    if (before !== undefined) return before;
    sizesFor[depth]?.set(schema, known);
    // Until the size is known, a reference back to the schema on this level counts as one value: the sampler does not follow it.
    known[level] = estimatedValueSize;
    const size = measured(schema, level);
    known[level] = size;
    return size;
  };

  const sum = (schemas: readonly unknown[], level: number): number =>
    schemas.reduce<number>((total, one) => total + sizeOf(one, level), 0);

  const listSize = (schema: Fields, inner: number): number => {
    const items = schema.prefixItems ?? schema.items ?? schema.contains;
    const count = Math.max(1, lower(schema, 'minItems', sampleLimits.items));
    if (Array.isArray(items)) return sum(items, inner);
    const entries = Math.min(count, Number(schema.maxItems ?? count) || count);
    return items === undefined ? 0 : entries * sizeOf(items, inner);
  };

  const objectSize = ({ properties, additionalProperties }: Fields, inner: number): number => {
    const entries = Object.entries(isFields(properties) ? properties : {});
    const names = entries.reduce((total, [{ length }]) => total + length, 0);
    const values = sum(
      entries.map(([, one]) => one),
      inner,
    );
    return names + values + 2 * (isFields(additionalProperties) ? sizeOf(additionalProperties, inner) : 0);
  };

  const measured = (schema: Fields, level: number): number => {
    // Keywords next to a reference apply as well (JSON Schema 2020-12, section 8.2.3.1).
    const reference = typeof schema.$ref === 'string' ? sizeOf(resolve(schema), level) : 0;
    const given = findOwnValue(schema);
    if (given !== undefined) return reference + lengthOf(given);
    const parts = getList(schema, 'allOf');
    // The sampler counts levels from zero again at a schema with parts.
    const inner = (parts.length > 0 ? 1 : level) + 1;
    const chosen = [getList(schema, 'oneOf')[0], getList(schema, 'anyOf')[0]];
    const condition = isFields(schema.then) ? [schema.if, schema.then] : [];
    return (
      estimatedValueSize +
      reference +
      lower(schema, 'minLength', sampleLimits.characters) +
      getText(schema, 'pattern').length +
      listSize(schema, inner) +
      objectSize(schema, inner) +
      sum([...parts, ...chosen.filter(isDefined), ...condition], level)
    );
  };

  return (schema, maxDepth) => {
    depth = maxDepth;
    return sizeOf(schema, 1);
  };
};

/** Thrown if a sample follows too many references: some combinations of schemas cannot be measured beforehand. */
class TooManyReferencesError extends Error {}

/** Returns the document for the sampler. Reading a reference counts it, and throws after `max` references. */
const countReferences = (document: Fields, max: number): object => {
  let count = 0;
  const seen = {};
  for (const [name, value] of Object.entries(document))
    Object.defineProperty(seen, name, {
      enumerable: true,
      get: () => {
        if (typeof value === 'object') count += 1;
        if (count > max) throw new TooManyReferencesError();
        return value;
      },
    });
  return seen;
};

type Format = 'json' | 'xml';

/** Copies values with numbers beyond JavaScript's precision as text, because the XML writer would write them as empty elements. */
const createNumbersAsText = (): ((value: unknown) => unknown) => {
  const known = new Map<object, unknown>();
  const copyOf = (value: unknown): unknown => {
    if (isExactNumber(value)) return String(value);
    if (!isContainer(value) || value instanceof Date) return value;
    const before = known.get(value);
    if (before !== undefined) return before;
    const copy: unknown = Array.isArray(value)
      ? value.map(copyOf)
      : Object.fromEntries(Object.entries(value).map(([key, one]) => [key, copyOf(one)]));
    known.set(value, copy);
    return copy;
  };
  return copyOf;
};

export interface BoundedSampler {
  /** @throws if the schema is invalid */
  readonly of: (schema: Fields, format: Format) => unknown;
  /** Reasons why samples are smaller than their schemas require, without duplicates. */
  readonly smaller: () => readonly string[];
}

/** Generates samples for the schemas of one document. It may lower limits in these schemas. */
const createBoundedSampler = (document: Fields, resolver: Resolver): BoundedSampler => {
  const smaller = new Set<string>();
  const measure = createMeasure(resolver, (what) => smaller.add(what));
  const withTexts = createNumbersAsText();
  let left: number = sampleLimits.together;

  /** Creates a sample with at most `depth` levels; undefined if it is too large. */
  const sampleWithin = (
    schema: Fields,
    format: Format,
    depth: number,
  ): { readonly value: unknown } | undefined => {
    const size = measure(schema, depth);
    if (size > Math.max(sampleLimits.least, Math.min(sampleLimits.size, left))) return undefined;
    left -= size;
    const options = { quiet: true, skipReadOnly: true, maxSampleDepth: depth, format };
    try {
      const [given, known] = format === 'xml' ? [withTexts(schema), withTexts(document)] : [schema, document];
      return {
        value: sample(given as Fields, options, countReferences(known as Fields, sampleLimits.references)),
      };
    } catch (error) {
      if (error instanceof TooManyReferencesError) return undefined;
      throw error;
    }
  };

  return {
    of: (schema, format) => {
      for (let depth: number = sampleLimits.depth; depth >= 0; depth -= 1) {
        const found = sampleWithin(schema, format, depth);
        if (found !== undefined) return found.value;
        smaller.add('samples that would be too long have fewer levels than their schemas');
      }
      return undefined;
    },
    smaller: () => [...smaller],
  };
};

/** A media type, or a parameter: something with a schema and examples. */
export interface SampleSource {
  readonly given: Fields;
  readonly schema: unknown;
}

export interface Sampler {
  /** Returns the document's example, or a generated one; undefined if neither exists. */
  readonly of: (sampled: SampleSource, format?: 'json' | 'xml') => unknown;
  /** The reasons why examples are smaller than their schemas require. */
  readonly smaller: () => readonly string[];
}

const isKeyed = (value: unknown): value is Fields => isFields(value) && Object.keys(value).length > 0;

export const createSampler = (document: Fields, resolver: Resolver): Sampler => {
  const bounded = createBoundedSampler(document, resolver);
  return {
    of: ({ given, schema }, format = 'json') => {
      if (given.example !== undefined) return given.example;
      const examples = Object.values(isFields(given.examples) ? given.examples : {});
      const [first] = examples.map(resolver.resolve).filter((one) => one.value !== undefined);
      if (first !== undefined) return first.value;
      if (!isKeyed(schema)) return undefined;
      try {
        return bounded.of(schema, format);
      } catch {
        // The schema is invalid, or has an external reference, which is reported.
        return undefined;
      }
    },
    smaller: bounded.smaller,
  };
};

/** Collects the properties of an object schema and of the schemas that it is composed of. Each schema is read once. */
export const collectProperties = (
  schema: unknown,
  resolver: Resolver,
  depth = 0,
  seen = new Set<unknown>(),
): Fields => {
  const own = resolver.resolve(schema);
  if (seen.has(own)) return {};
  seen.add(own);
  const parts = depth < sampleLimits.depth ? getObjects(own, 'allOf') : [];
  return Object.assign(
    {},
    ...parts.map((part) => collectProperties(part, resolver, depth + 1, seen)),
    isFields(own.properties) ? own.properties : {},
  ) as Fields;
};
