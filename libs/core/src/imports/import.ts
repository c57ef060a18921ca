import type { GraphqlRequestPatch } from '../requests/graphql-request.js';
import type { Pair } from '../requests/pair.js';
import type { RestRequestPatch } from '../requests/rest-request.js';
import type { Folder, inheritedFields } from '../folders/folder.js';
import type { Variable } from '../environments/variable.js';

/** The formats of other tools that can be imported, by the names that callers use. */
export const importFormats = [
  'postman',
  'postman-environment',
  'postman-dump',
  'openapi',
  'insomnia',
  'har',
  'http',
  'curl',
] as const;
/** A format of documents that can be imported. */
export type ImportFormat = (typeof importFormats)[number];

/** What a page loads or sends by itself, and a recording of it holds besides what a person wants; left out unless it is asked for. */
export const importNoises = ['images', 'fonts', 'styles', 'scripts', 'media', 'analytics', 'other'] as const;
/** A kind of request in a recording that an import leaves out, such as images. */
export type ImportNoise = (typeof importNoises)[number];

/** The limits of one import: the size of its document, and how much it may bring. */
export const importLimits = {
  bytes: 50 * 1024 * 1024,
  requests: 20_000,
  folders: 20_000,
  environments: 1_000,
  /** Values of one request, folder or environment, such as the name of a header. */
  values: 50_000,
  /** Characters of all that is imported: what a document repeats by reference is written out. */
  characters: 100 * 1024 * 1024,
  /** What has no counterpart, each with its place; of more only the number is told. */
  leftOut: 10_000,
} as const;

/** What is wrong with a document that is longer than the limit. */
export const tooLongToImport = `is longer than ${importLimits.bytes / 1024 / 1024} MiB; split it`;

/** A folder of an imported document; its path is relative to the folder of the import, which is "". */
export type ImportedFolder = Pick<Folder, 'path'> &
  Partial<Pick<Folder, 'description' | keyof typeof inheritedFields>>;

type NamedImport<Patch extends { readonly name?: string }> = Omit<Patch, 'name' | 'folder' | 'needs'> & {
  readonly name: string;
  readonly folder: string;
  /** What the document calls it, such as an operation or an id; no other request of the document has it. */
  readonly origin?: string;
};

/** A request of an imported document, in the folder `folder` of the import. */
export type ImportedRequest =
  | ({ readonly kind: 'rest' } & NamedImport<RestRequestPatch>)
  | ({ readonly kind: 'graphql' } & NamedImport<GraphqlRequestPatch>);

/** An environment of an imported document. */
export interface ImportedEnvironment {
  readonly name: string;
  /** The name of the environment of the same document whose values apply below its own. */
  readonly extends?: string;
  /** A CSS color. */
  readonly color?: string;
  readonly variables: readonly Variable[];
  readonly secrets: readonly Pair[];
}

/** A part of a document that has no counterpart here, and where it stands. */
export interface LeftOut {
  readonly place: string;
  readonly what: string;
}

/** What a document of another tool becomes. */
export interface ImportDocument {
  readonly format: ImportFormat;
  /** What the format was recognised by. */
  readonly why: string;
  readonly name: string;
  /** What tells the document from others of its format, such as its id. */
  readonly source?: string;
  /** Where it was fetched from, if it is to be remembered. */
  readonly url?: string;
  /** What is said of the whole, if anything, has the path "". */
  readonly folders: readonly ImportedFolder[];
  /** In the order of the document. */
  readonly requests: readonly ImportedRequest[];
  readonly environments: readonly ImportedEnvironment[];
  readonly leftOut: readonly LeftOut[];
  /** Files below its folder that it refers to and that were not given. */
  readonly missing?: readonly string[];
  /** How many requests of each kind of noise are in the document, left out or not. */
  readonly noise?: readonly { readonly kind: ImportNoise; readonly count: number }[];
}

/** The name itself, or the first one with a number that is free: `Users`, `Users 2`. */
export const findFreeName = (name: string, isTaken: (name: string) => boolean): string => {
  if (!isTaken(name)) return name;
  let number = 2;
  while (isTaken(`${name} ${number}`)) number += 1;
  return `${name} ${number}`;
};

/** Gives names that differ, as {@link freeName} does, in the same time for each of many that are equal. */
export const createFreeNames = (keyOf: (name: string) => string): ((name: string) => string) => {
  const taken = new Set<string>();
  const numbers = new Map<string, number>();
  return (name) => {
    const key = keyOf(name);
    let own = name;
    for (let number = numbers.get(key) ?? 2; taken.has(keyOf(own)); number += 1) {
      own = `${name} ${number}`;
      numbers.set(key, number);
    }
    taken.add(keyOf(own));
    return own;
  };
};

/** The longest name of an imported folder, in characters. */
const maxFolderNameLength = 120;

/** A name of another tool as that of a folder, which is a directory on the disk. */
export const nameForFolder = (name: string, fallback: string): string => {
  const one = name
    .replace(/\p{Cc}/gu, ' ')
    .replaceAll('/', '-')
    .trim()
    .slice(0, maxFolderNameLength)
    .trim();
  return one === '' || one === '.' || one === '..' ? fallback : one;
};
