import { posix } from 'node:path';
import { getOwnValue } from '@tandem/core/codec';

import { parse } from '../parse.js';
import { type Fields, isFields } from '../value.js';

/** Maximum length of a chain of references. */
const maxHops = 64;

export interface Resolver {
  /** Returns an object, or the target of its `$ref`; an empty object if that does not resolve. */
  readonly resolve: (value: unknown) => Fields;
  /** References that have no target or lead to other documents, without duplicates. */
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

/** The key under which a bundled document stores its other files. */
const filesKey = 'x-files';

/** A document with its referenced files, and the paths of missing ones. */
export interface BundledDocument {
  readonly document: Fields;
  readonly missing: readonly string[];
}

const decodeUri = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Resolves the file of a reference relative to the document's folder; undefined if it is outside that folder. */
const resolveFile = (path: string, from: string): string | undefined => {
  if (/^(?:[A-Za-z][A-Za-z0-9+.-]*:|[/\\])/.test(path)) return undefined;
  const file = posix.normalize(posix.join(posix.dirname(from), decodeUri(path)));
  return file === '.' || file === '..' || file.startsWith('../') || file.includes('\\') ? undefined : file;
};

const formatPointer = (file: string): string =>
  `#/${filesKey}/${file.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/**
 * Inlines the files that a document refers to, so that every reference is internal. References to other locations stay unchanged.
 * @param files texts by path, relative to the document's folder
 */
export const bundleDocument = (document: Fields, files: ReadonlyMap<string, string>): BundledDocument => {
  const missing = new Set<string>();
  const waiting: string[] = [];
  const known = new Set<string>();
  const referenceFrom = (reference: string, from: string): string => {
    const [path = '', ...rest] = reference.split('#');
    const fragment = rest.join('#');
    if (path === '') return from === '' ? reference : `${formatPointer(from)}${fragment}`;
    const file = resolveFile(path, from);
    if (file === undefined) return reference;
    if (!files.has(file)) {
      missing.add(file);
      return reference;
    }
    if (!known.has(file)) waiting.push(file);
    known.add(file);
    return `${formatPointer(file)}${fragment}`;
  };
  const within = (value: unknown, from: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => within(one, from));
    if (!isFields(value) || value instanceof Date) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [
        key,
        key === '$ref' && typeof one === 'string' ? referenceFrom(one, from) : within(one, from),
      ]),
    );
  };
  const whole = within(document, '') as Fields;
  const parts: [string, unknown][] = [];
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    const parsed = parse(files.get(file) ?? '');
    parts.push([file, parsed.kind === 'parsed' ? within(parsed.value, file) : {}]);
  }
  const all = parts.length === 0 ? whole : { ...whole, [filesKey]: Object.fromEntries(parts) };
  return { document: all, missing: [...missing] };
};
