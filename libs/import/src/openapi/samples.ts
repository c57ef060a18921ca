import { type Fields, isFields, getObjects } from '../value.js';
import { createBoundedSampler } from './bounded-sample.js';
import type { Resolver } from './refs.js';
import { sampleLimits } from './sample-size.js';

/** A media type, or a parameter: something with a schema and examples. */
export interface SampleSource {
  readonly given: Fields;
  readonly schema: unknown;
}

export interface Sampler {
  /** The document's example, or one that fits the schema; undefined if there is neither. */
  readonly of: (sampled: SampleSource, format?: 'json' | 'xml') => unknown;
  /** How examples are smaller than their schemas require. */
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
        // A schema with an external reference, which is reported, or an invalid schema.
        return undefined;
      }
    },
    smaller: bounded.smaller,
  };
};

/** The properties of an object schema, including those of its component schemas, each counted once. */
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
