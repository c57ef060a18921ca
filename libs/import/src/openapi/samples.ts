import { sample as sampleOf } from 'openapi-sampler';

import { type Fields, isFields, objectsAt, textOf } from '../value.js';
import type { Resolver } from './refs.js';

/** How deep examples are made of schemas that refer to themselves. */
const maxSampleDepth = 8;

/** A media type, or a parameter: something with a schema and examples. */
export interface Sampled {
  readonly given: Fields;
  readonly schema: unknown;
}

export interface Sampler {
  /** The example that the document gives, or one that fits the schema; undefined if there is neither. */
  readonly of: (sampled: Sampled, format?: 'json' | 'xml') => unknown;
}

const isKeyed = (value: unknown): value is Fields => isFields(value) && Object.keys(value).length > 0;

export const createSampler = (document: Fields, { resolve }: Resolver): Sampler => ({
  of: ({ given, schema }, format = 'json') => {
    if (given.example !== undefined) return given.example;
    const examples = Object.values(isFields(given.examples) ? given.examples : {});
    const [first] = examples.map(resolve).filter((one) => one.value !== undefined);
    if (first !== undefined) return first.value;
    if (!isKeyed(schema)) return undefined;
    try {
      const options = { quiet: true, skipReadOnly: true, maxSampleDepth, format };
      return sampleOf(schema, options, document);
    } catch {
      // A schema with a reference to elsewhere, which is reported, or one that is no schema.
      return undefined;
    }
  },
});

/** The example of a parameter as text; a list is joined by commas. */
export const asText = (value: unknown): string =>
  Array.isArray(value) ? value.map(textOf).join(',') : textOf(value);

/** The properties of an object schema, with those of the schemas that it consists of. */
export const propertiesOf = (schema: unknown, { resolve }: Resolver, depth = 0): Fields => {
  const own = resolve(schema);
  const parts = depth < maxSampleDepth ? objectsAt(own, 'allOf') : [];
  return Object.assign(
    {},
    ...parts.map((part) => propertiesOf(part, { resolve, broken: () => [] }, depth + 1)),
    isFields(own.properties) ? own.properties : {},
  ) as Fields;
};
