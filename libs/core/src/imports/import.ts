import { struct, t } from '../codec/index.js';
import type { Variable } from '../environments/variable.js';
import type { Folder, inheritedFields } from '../folders/folder.js';
import type { Pair } from '../requests/fields.js';
import type { GraphqlRequestPatch } from '../requests/graphql-request.js';
import type { RestRequestPatch } from '../requests/rest-request.js';

/**
 * The memory of an imported request, with which a later update compares: its id in the document, its id in the workspace, and the fields
 * that the import wrote. All strings from the document are stored as hashes.
 */
export const RememberedRequest = struct('a remembered request', {
  origin: t.string,
  id: t.string,
  /** Hashes of the values, by field. A missing field had its default value. */
  fields: t.record(t.string, t.string),
});
export type RememberedRequest = t.TypeOf<typeof RememberedRequest>;

const environments = t.readonlyArray(struct('a remembered environment', { origin: t.string, id: t.string }));

/** The last update by a repeated import, with the requests as remembered before it, so that it can be undone. */
const LastUpdate = struct('the last update of an import', {
  /** The group of its changes in the activity. */
  group: t.string,
  requests: t.readonlyArray(RememberedRequest),
  environments,
});

/** An import that is remembered in case the same document is imported again. */
export const RememberedImport = struct(
  'a remembered import',
  {
    source: t.string,
    folderId: t.string,
    requests: t.readonlyArray(RememberedRequest),
    environments,
  },
  {
    last: LastUpdate,
    /** The URL of the document, without credentials. */
    url: t.string,
  },
);
export type RememberedImport = t.TypeOf<typeof RememberedImport>;

/** The remembered imports of a workspace. */
export const ImportMemory = struct('the imports of a workspace', {
  version: t.literal(1),
  imports: t.readonlyArray(RememberedImport),
});
export type ImportMemory = t.TypeOf<typeof ImportMemory>;

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

/**
 * The kinds of requests that a page sends on its own and a recording therefore contains. Imports omit them unless the caller keeps a kind.
 */
export const importNoises = ['images', 'fonts', 'styles', 'scripts', 'media', 'analytics', 'other'] as const;
/** A kind of recorded request that an import omits, such as images. */
export type ImportNoise = (typeof importNoises)[number];

/** The limits of one import: the size of its document, and of its contents. */
export const importLimits = {
  bytes: 50 * 1024 * 1024,
  requests: 20_000,
  folders: 20_000,
  environments: 1_000,
  /** Maximum number of values in one request, folder or environment, such as headers. */
  values: 50_000,
  /** Maximum number of characters of all imported content. Content that a document repeats by reference counts each time. */
  characters: 100 * 1024 * 1024,
  /** Maximum number of listed parts without a counterpart. Other parts are only counted. */
  leftOut: 10_000,
} as const;

/** The error for a document over the size limit. */
export const importTooLongProblem = `is longer than ${importLimits.bytes / 1024 / 1024} MiB; split it`;

/** A folder of an imported document. Its path is relative to the import's folder, which is "". */
export type ImportedFolder = Pick<Folder, 'path'> &
  Partial<Pick<Folder, 'description' | 'order' | keyof typeof inheritedFields>> & {
    /** The position, if the parent folder mixes folders and requests. */
    readonly seq?: number;
  };

type NamedImport<Patch extends { readonly name?: string }> = Omit<Patch, 'name' | 'folder' | 'needs'> & {
  readonly name: string;
  readonly folder: string;
  /** The position, if the parent folder mixes folders and requests. */
  readonly seq?: number;
  /** The document's key for the request, such as an operation or an id. Unique in the document. */
  readonly origin?: string;
};

/** A request of an imported document, in the folder `folder` of the import. */
export type ImportedRequest =
  | ({ readonly kind: 'rest' } & NamedImport<RestRequestPatch>)
  | ({ readonly kind: 'graphql' } & NamedImport<GraphqlRequestPatch>);

/** An environment of an imported document. */
export interface ImportedEnvironment {
  readonly name: string;
  /** The name of the base environment in the same document, whose values this environment overrides. */
  readonly extends?: string;
  /** A CSS color. */
  readonly color?: string;
  readonly variables: readonly Variable[];
  readonly secrets: readonly Pair[];
}

/**
 * Why an import treats a value as a secret: the document marks it as secret, its field contains credentials, its name indicates a
 * secret, or it looks generated.
 */
export const secretReasons = ['document', 'place', 'name', 'value'] as const;
/** Why an import treats a value as a secret. */
export type SecretReason = (typeof secretReasons)[number];

/** A part of a document that has no counterpart in Tandem: its location, and what it is. */
export interface LeftOut {
  readonly place: string;
  readonly what: string;
}

/** How many locations a group of left-out parts names. */
const maxNamedLocations = 3;

/** Groups the parts that were left out for the same reason. Each group names its first locations and says how many more there are. */
export const groupLeftOut = (leftOut: readonly LeftOut[]): readonly LeftOut[] => {
  const placesOf = new Map<string, string[]>();
  for (const { place, what } of leftOut) placesOf.set(what, [...(placesOf.get(what) ?? []), place]);
  return [...placesOf].map(([what, locations]) => {
    const named = locations.slice(0, maxNamedLocations).join(', ');
    const more = locations.length - maxNamedLocations;
    return { place: more > 0 ? `${named} and ${more} more` : named, what };
  });
};

/** The files beside `.http` files in which editors keep environments. Values of the second one override those of the first. */
export const httpEnvironmentFiles = {
  shared: 'http-client.env.json',
  private: 'http-client.private.env.json',
} as const;

const splitPath = (path: string): readonly [folder: string, name: string] => {
  const at = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1;
  return [path.slice(0, at), path.slice(at)];
};

/** Whether a path is that of a file with environments for the `.http` files beside it. */
export const isHttpEnvironmentFile = (path: string): boolean =>
  Object.values<string>(httpEnvironmentFiles).includes(splitPath(path)[1]);

/** Whether a file has environments for an `.http` file that is among the paths. It is imported with that one. */
export const isReadWithHttpFile = (path: string, paths: readonly string[]): boolean =>
  isHttpEnvironmentFile(path) &&
  paths.some((one) => splitPath(one)[0] === splitPath(path)[0] && /\.(?:http|rest)$/i.test(one));

/**
 * Describes why a variable of a document has no value of its own, as a part that the import left out.
 * @param from the environment of another import that has a value for it
 */
export const describeUnsetVariable = (name: string, from: string | undefined): LeftOut => ({
  place: `{{${name}}}`,
  what:
    from === undefined
      ? 'nothing here sets it; import the environment that does, or set it in one'
      : `only the environment ${from} has it, which came with another import; set it in yours if that is another value`,
});

/** The result of reading another tool's document. */
export interface ImportDocument {
  readonly format: ImportFormat;
  /** The feature of the document that identified its format. */
  readonly why: string;
  readonly name: string;
  /** Distinguishes the document from other documents of its format, such as an id in the document. */
  readonly source?: string;
  /** The URL that the document was fetched from, if it should be remembered. */
  readonly url?: string;
  /** The folder with the path "" has the description and inherited fields of the whole document. */
  readonly folders: readonly ImportedFolder[];
  /** In document order. */
  readonly requests: readonly ImportedRequest[];
  readonly environments: readonly ImportedEnvironment[];
  readonly leftOut: readonly LeftOut[];
  /** Why values became secrets, by the name of the secret. */
  readonly secretReasons?: readonly { readonly name: string; readonly why: SecretReason }[];
  /**
   * The name of the environment that the import creates for the credentials in requests, because the document has no environment for them.
   */
  readonly credentialsIn?: string;
  /** The names of values that the caller declared not to be secrets, although they look like secrets. */
  readonly plain?: readonly string[];
  /** Files below the document's folder that the document references but that were not provided. */
  readonly missing?: readonly string[];
  /** How many requests of each kind of noise the document contains, whether or not they are imported. */
  readonly noise?: readonly { readonly kind: ImportNoise; readonly count: number }[];
}

const formatsWithEnvironments: ReadonlySet<ImportFormat> = new Set(['openapi', 'insomnia']);

/** Whether documents of a format bring the environments whose variables their requests use. */
export const hasOwnEnvironments = (format: ImportFormat): boolean => formatsWithEnvironments.has(format);

/** The name itself if it is free, otherwise the first free one with a number: `Users`, `Users 2`. */
export const findFreeName = (
  name: string,
  isTaken: (name: string) => boolean,
  separator: ' ' | '_' = ' ',
): string => {
  if (!isTaken(name)) return name;
  let number = 2;
  while (isTaken(`${name}${separator}${number}`)) number += 1;
  return `${name}${separator}${number}`;
};

/** Makes names unique like {@link findFreeName}, but in constant time per name even if many names are equal. */
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

/** Maximum length of an imported folder's name, in characters. */
const maxFolderNameLength = 120;

/** Converts a name of another tool to a folder name, which must also be valid for a directory on disk. */
export const getFolderDisplayName = (name: string, fallback: string): string => {
  const one = name
    .replace(/\p{Cc}/gu, ' ')
    .replaceAll('/', '-')
    .trim()
    .slice(0, maxFolderNameLength)
    .trim();
  return one === '' || one === '.' || one === '..' ? fallback : one;
};
