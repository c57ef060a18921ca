import { getOwnValue } from '@tandem/core/codec';

import { type Fields, isFields } from '../value.js';

/** Maximum length of a chain of references. */
const maxHops = 64;

export interface Resolver {
  /** The object itself, or the target of its `$ref`; an empty one if that does not resolve. */
  readonly resolve: (value: unknown) => Fields;
  /** References to other documents or without a target, each once. */
  readonly broken: () => readonly string[];
}

const unescapeSegment = (segment: string): string => {
  const text = segment.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Follows JSON references within one document (RFC 6901); reads nothing else. */
export const createResolver = (document: Fields): Resolver => {
  const broken = new Set<string>();
  const target = (ref: string): unknown => {
    if (!ref.startsWith('#/')) return undefined;
    let found: unknown = document;
    for (const segment of ref.slice(2).split('/').map(unescapeSegment)) {
      if (Array.isArray(found)) found = found[Number(segment)] as unknown;
      else found = isFields(found) ? getOwnValue(found, segment) : undefined;
    }
    return found;
  };
  const resolve = (value: unknown): Fields => {
    let found = value;
    for (let hops = 0; isFields(found) && typeof found.$ref === 'string'; hops += 1) {
      const ref: string = found.$ref;
      const next = hops < maxHops ? target(ref) : undefined;
      if (!isFields(next)) broken.add(ref);
      found = next;
    }
    return isFields(found) ? found : {};
  };
  return { resolve, broken: () => [...broken] };
};
