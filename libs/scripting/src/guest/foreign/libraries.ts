import type { ForeignDialect, NamedScript } from '@tandem/core';

/** A library for scripts: the names under which they require it, and a pattern that finds a mention of it in their text. */
interface Library {
  readonly names: readonly string[];
  readonly mention: RegExp;
}

const createRequirePattern = (names: readonly string[]): string =>
  `['"\`](?:npm:|node:)?(?:${names.join('|')})(?:@[^'"\`]*)?['"\`]`;

const defineLibrary = (names: readonly string[], others = ''): Library => ({
  names,
  mention: new RegExp(`${createRequirePattern(names)}${others === '' ? '' : `|${others}`}`),
});

/** The modules of Node that do not depend on the machine. */
const nodeModules = [
  'assert',
  'events',
  'path',
  'punycode',
  'querystring',
  'string_decoder',
  'url',
  'util',
] as const;

/** The libraries that both tools have, by file name. */
const common = {
  lodash: defineLibrary(['lodash'], String.raw`(?<![\w$.])_\s*[.(]`),
  uuid: defineLibrary(['uuid'], String.raw`\buuid\s*\.`),
  moment: defineLibrary(['moment'], String.raw`\bmoment\b`),
  tv4: defineLibrary(['tv4'], String.raw`\btv4\b`),
  // `path` is also a global in Bruno. Using only its `resolve` does not load the library.
  node: defineLibrary(nodeModules, String.raw`(?<![\w$.])path\s*\.\s*(?!resolve\b)`),
};

/** Defines the library that makes values of dynamic variables. It is loaded for scripts that match `mention`. */
const createFakerLibrary = (mention: string): Library => defineLibrary(['@faker-js/faker'], mention);

const postman = {
  chai: defineLibrary(['chai'], String.raw`\bexpect\b|\.\s*to\b|\bchai\b`),
  ...common,
  buffer: defineLibrary(['buffer'], String.raw`\bBuffer\b|\.\s*stream\b`),
  'crypto-js': defineLibrary(['crypto-js'], String.raw`\bCryptoJS\b`),
  ajv: defineLibrary(['ajv'], String.raw`\bjsonSchema\b`),
  xml2js: defineLibrary(['xml2js'], String.raw`\bxml2Json\b`),
  cheerio: defineLibrary(['cheerio'], String.raw`\bcheerio\b`),
  'csv-parse': defineLibrary(['csv-parse', 'csv-parse/lib/sync', 'csv-parse/sync']),
  faker: createFakerLibrary(String.raw`\breplaceIn\b`),
};

const bruno = {
  chai: defineLibrary(['chai'], String.raw`\b(?:expect|assert)\b`),
  // Signs JSON Web Tokens, and computes the hashes of Node's module `crypto`.
  'crypto-js': defineLibrary(['crypto-js', 'jsonwebtoken', 'crypto'], String.raw`\bjwt\s*\.`),
  'ajv-8': defineLibrary(['ajv', 'ajv-formats'], String.raw`\b(?:Ajv|addFormats|jsonSchema)\b`),
  ...common,
  // Loaded with Node's module `crypto` too, because that returns buffers.
  buffer: defineLibrary(
    ['buffer'],
    String.raw`\b(?:Buffer|getDataBuffer)\b|${createRequirePattern(['crypto'])}`,
  ),
  xml2js: defineLibrary(['xml2js']),
  cheerio: defineLibrary(['cheerio']),
  // bru.sendRequest uses axios. form-data is in the same library, because axios sends its forms.
  axios: defineLibrary(['axios', 'form-data'], String.raw`\b(?:axios|sendRequest|FormData)\b`),
  faker: createFakerLibrary(String.raw`\binterpolate\b`),
  // Signs with the Web Crypto API of scripts, which supports HMAC.
  jose: defineLibrary(['jose']),
};

export type LibraryName = keyof typeof postman | keyof typeof bruno;

/** The libraries of each tool, by file name. */
const libraries: Readonly<Record<ForeignDialect, Readonly<Partial<Record<LibraryName, Library>>>>> = {
  postman,
  bruno,
};

const listLibraryEntries = (dialect: ForeignDialect) =>
  Object.entries(libraries[dialect]) as (readonly [LibraryName, Library])[];

/** Lists the names under which scripts can require libraries. */
export const listRequirableNames = (dialect: ForeignDialect): readonly string[] =>
  listLibraryEntries(dialect).flatMap(([, { names }]) => names);

/** Removes the registry and the version from a name. */
export const toPlainName = (name: string): string =>
  name.replace(/^(?:npm|node):/, '').replace(/(?<=.)@.*$/, '');

/** The module that `require` returns for a name. A library may contain several modules. */
export const getLibraryModule = (library: unknown, name: string): unknown =>
  (nodeModules as readonly string[]).includes(toPlainName(name))
    ? (library as Readonly<Record<string, unknown>> | undefined)?.[toPlainName(name)]
    : library;

/** Converts bytes to a buffer of Node if the library is loaded. */
export const toBuffer = (bytes: Uint8Array, library: (name: LibraryName) => unknown): Uint8Array => {
  const found = library('buffer') as
    { readonly Buffer: { readonly from: (bytes: Uint8Array) => Uint8Array } } | undefined;
  return found?.Buffer.from(bytes) ?? bytes;
};

/** Finds the library that `require(name)` returns, with or without a version. */
export const findLibrary = (dialect: ForeignDialect, name: string): LibraryName | undefined => {
  const plain = toPlainName(name);
  return listLibraryEntries(dialect).find(([, { names }]) => names.includes(plain))?.[0];
};

const isMentioned = (script: NamedScript, name: LibraryName, { mention }: Library): boolean =>
  (name === 'chai' && script.foreign?.event === 'assertions') || mention.test(script.text);

/** Finds the libraries that a tool's scripts mention. Others are not loaded, so they take no time. */
export const findMentionedLibraries = (
  dialect: ForeignDialect,
  scripts: readonly NamedScript[],
): readonly LibraryName[] => {
  const own = scripts.filter(({ foreign }) => foreign?.dialect === dialect);
  return listLibraryEntries(dialect).flatMap(([name, one]) =>
    own.some((script) => isMentioned(script, name, one)) ? [name] : [],
  );
};
