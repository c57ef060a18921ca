import { isContainer, isExactNumber } from '@tandem/core/codec';
import { sample } from 'openapi-sampler';

import type { Fields } from '../value.js';
import type { Resolver } from './refs.js';
import { createMeasure, sampleLimits } from './sample-size.js';

/**
 * Maximum references that one sample may follow: some combinations of schemas are too large to be measured
 * beforehand.
 */
class TooManyReferences extends Error {}

/** The document for the sampler, counting each reference that it follows. */
const countReferences = (document: Fields, most: number): object => {
  let count = 0;
  const seen = {};
  for (const [name, value] of Object.entries(document))
    Object.defineProperty(seen, name, {
      enumerable: true,
      get: () => {
        if (typeof value === 'object') count += 1;
        if (count > most) throw new TooManyReferences();
        return value;
      },
    });
  return seen;
};

type Format = 'json' | 'xml';

/**
 * Copies of values in which numbers beyond JavaScript's precision are text: the XML writer would write them as empty
 * elements.
 */
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
  /** @throws when the schema is none */
  readonly of: (schema: Fields, format: Format) => unknown;
  /** Each way in which samples are smaller than their schemas require, once. */
  readonly smaller: () => readonly string[];
}

/** Generates samples for the schemas of one document, which it may change: it lowers limits that ask for too much. */
export const createBoundedSampler = (document: Fields, resolver: Resolver): BoundedSampler => {
  const smaller = new Set<string>();
  const measure = createMeasure(resolver, (what) => smaller.add(what));
  const withTexts = createNumbersAsText();
  let left: number = sampleLimits.together;

  /** A sample of at most `depth` levels; undefined if that is too large. */
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
      if (error instanceof TooManyReferences) return undefined;
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
