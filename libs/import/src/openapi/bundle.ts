import { posix } from 'node:path';

import { parse } from '../parse.js';
import { type Fields, isFields } from '../value.js';

/** Where a document stores its other files. */
const place = 'x-files';

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

/** The file of a reference, relative to the document's folder; undefined if it is not below that. */
const resolveFile = (path: string, from: string): string | undefined => {
  if (/^(?:[A-Za-z][A-Za-z0-9+.-]*:|[/\\])/.test(path)) return undefined;
  const file = posix.normalize(posix.join(posix.dirname(from), decodeUri(path)));
  return file === '.' || file === '..' || file.startsWith('../') || file.includes('\\') ? undefined : file;
};

const formatPointer = (file: string): string =>
  `#/${place}/${file.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/**
 * Inlines the files that a document refers to, so that every reference is internal. References to elsewhere, or to
 * files that are not below the document's folder, stay unchanged.
 * @param files texts by path, relative to the document's folder
 */
export const bundle = (document: Fields, files: ReadonlyMap<string, string>): BundledDocument => {
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
  const all = parts.length === 0 ? whole : { ...whole, [place]: Object.fromEntries(parts) };
  return { document: all, missing: [...missing] };
};
