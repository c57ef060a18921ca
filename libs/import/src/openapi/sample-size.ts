import { getOwnValue } from '@tandem/core/codec';

import { type Fields, isFields, getList, getText } from '../value.js';
import type { Resolver } from './refs.js';

/**
 * Limits of one sample. A schema may ask for two billion entries, or refer to others so often that its sample has
 * more values than fit into memory, and nobody sends such a body.
 */
export const sampleLimits = {
  /** Maximum list entries, whatever its `minItems`. */
  items: 100,
  /** Maximum characters of a string, whatever its `minLength`. */
  characters: 10_000,
  /** Maximum references followed for one sample. */
  references: 10_000,
  /** Maximum nesting of schemas. */
  depth: 8,
  /** Approximate maximum length of one sample as JSON, in characters; deeper levels are left out until it fits. */
  size: 200_000,
  /** Approximate maximum length of all samples of one document, in characters; later ones are as small as `least`. */
  together: 16_000_000,
  least: 2_000,
} as const;

/** The size of a value in a sample that specifies nothing else: its name and punctuation. */
const perValue = 16;

const isDefined = (value: unknown): boolean => value !== undefined;

/** The value that a schema provides itself, as the sampler uses it. */
const findOwnValue = (schema: Fields): unknown =>
  [
    schema.example,
    schema.const,
    ...[schema.examples, schema.enum].map((list) => (Array.isArray(list) ? (list[0] as unknown) : undefined)),
    schema.default,
  ].find(isDefined);

/** Approximate length of values as JSON, in characters; a value shared by many samples is counted once. */
const createLengths = (): ((value: unknown) => number) => {
  const lengths = new WeakMap<object, number>();
  const lengthOf = (value: unknown): number => {
    if (typeof value === 'string') return value.length + perValue;
    if (typeof value !== 'object' || value === null) return perValue;
    const known = lengths.get(value);
    if (known !== undefined) return known;
    const entries = Object.entries(value);
    const length = entries.reduce((sum, [key, one]) => sum + key.length + lengthOf(one), perValue);
    lengths.set(value, length);
    return length;
  };
  return lengthOf;
};

/** Lowers a schema's limit that exceeds `most`, and returns it. */
const createLower =
  (onLower: (what: string) => void) =>
  (schema: Record<string, unknown>, name: 'minItems' | 'minLength', most: number): number => {
    // The sampler also calculates with strings.
    const wanted = Number(getOwnValue(schema, name) ?? 0);
    if (!(wanted > most)) return Number.isNaN(wanted) ? 0 : wanted;
    const [shown, asked] = [most, wanted].map((one) => one.toLocaleString('en'));
    onLower(`a sample has at most ${shown} of what ${name} asks for, which is up to ${asked}`);
    schema[name] = most;
    return most;
  };

/** Measures the sample of a schema: its approximate length in characters with at most `depth` levels. */
export type MeasureSample = (schema: Fields, depth: number) => number;

/**
 * Measures samples of one document's schemas, with the same choices as the sampler.
 * @param onLower called if a schema asks for more than a sample can have; the limit is then lowered in the schema
 */
export const createMeasure = ({ resolve }: Resolver, onLower: (what: string) => void): MeasureSample => {
  const [lengthOf, lower] = [createLengths(), createLower(onLower)];
  let depth: number = sampleLimits.depth;
  /** Sizes of each schema by level, for each depth. */
  const sizesFor = Array.from({ length: sampleLimits.depth + 1 }, () => new Map<object, number[]>());

  const sizeOf = (schema: unknown, level: number): number => {
    if (!isFields(schema) || level > depth) return perValue;
    const known = sizesFor[depth]?.get(schema) ?? [];
    const before = known[level];
    if (before !== undefined) return before;
    sizesFor[depth]?.set(schema, known);
    // The sampler does not follow self-references on the same level either.
    known[level] = perValue;
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
    const most = Math.min(count, Number(schema.maxItems ?? count) || count);
    return items === undefined ? 0 : most * sizeOf(items, inner);
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
    // Keywords beside a reference apply as well (JSON Schema 2020-12, section 8.2.3.1).
    const reference = typeof schema.$ref === 'string' ? sizeOf(resolve(schema), level) : 0;
    const given = findOwnValue(schema);
    if (given !== undefined) return reference + lengthOf(given);
    const parts = getList(schema, 'allOf');
    // The sampler restarts its level count at a schema with parts.
    const inner = (parts.length > 0 ? 1 : level) + 1;
    const chosen = [getList(schema, 'oneOf')[0], getList(schema, 'anyOf')[0]];
    const condition = isFields(schema.then) ? [schema.if, schema.then] : [];
    return (
      perValue +
      reference +
      lower(schema, 'minLength', sampleLimits.characters) +
      getText(schema, 'pattern').length +
      listSize(schema, inner) +
      objectSize(schema, inner) +
      sum([...parts, ...chosen.filter(isDefined), ...condition], level)
    );
  };

  return (schema, most) => {
    depth = most;
    return sizeOf(schema, 1);
  };
};
