import { type Fields, isFields, objectsAt } from '../value.js';
import { createBoundedSampler } from './bounded-sample.js';
import type { Resolver } from './refs.js';
import { sampleLimits } from './sample-size.js';

/** A media type, or a parameter: something with a schema and examples. */
export interface SampleSource {
  readonly given: Fields;
  readonly schema: unknown;
}

export interface Sampler {
  /** The example that the document gives, or one that fits the schema; undefined if there is neither. */
  readonly of: (sampled: SampleSource, format?: 'json' | 'xml') => unknown;
  /** In what examples are smaller than their schemas ask. */
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
        // A schema with a reference to elsewhere, which is reported, or one that is no schema.
        return undefined;
      }
    },
    smaller: bounded.smaller,
  };
};

/** The properties of an object schema, with those of the schemas that it consists of, each of which counts once. */
export const propertiesOf = (
  schema: unknown,
  resolver: Resolver,
  depth = 0,
  seen = new Set<unknown>(),
): Fields => {
  const own = resolver.resolve(schema);
  if (seen.has(own)) return {};
  seen.add(own);
  const parts = depth < sampleLimits.depth ? objectsAt(own, 'allOf') : [];
  return Object.assign(
    {},
    ...parts.map((part) => propertiesOf(part, resolver, depth + 1, seen)),
    isFields(own.properties) ? own.properties : {},
  ) as Fields;
};
