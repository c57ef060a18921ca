import type { ForeignDialect, NamedScript } from '@tandem/core';

/** A library for scripts: its names for `require`, and the pattern for it in a script's text. */
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

/** The libraries of both tools, by file name. */
const common = {
  lodash: defineLibrary(['lodash'], String.raw`(?<![\w$.])_\s*[.(]`),
  uuid: defineLibrary(['uuid'], String.raw`\buuid\s*\.`),
  moment: defineLibrary(['moment'], String.raw`\bmoment\b`),
  tv4: defineLibrary(['tv4'], String.raw`\btv4\b`),
  buffer: defineLibrary(['buffer'], String.raw`\bBuffer\b`),
  // `path` is also a global in Bruno. Its function `resolve` needs no library.
  node: defineLibrary(nodeModules, String.raw`(?<![\w$.])path\s*\.\s*(?!resolve\b)`),
};

/** Defines the library that makes the values of dynamic variables. */
const createFakerLibrary = (mention: string): Library => defineLibrary(['@faker-js/faker'], mention);

const postman = {
  chai: defineLibrary(['chai'], String.raw`\bexpect\b|\.\s*to\b|\bchai\b`),
  ...common,
  'crypto-js': defineLibrary(['crypto-js'], String.raw`\bCryptoJS\b`),
  ajv: defineLibrary(['ajv'], String.raw`\bjsonSchema\b`),
  xml2js: defineLibrary(['xml2js'], String.raw`\bxml2Json\b`),
  cheerio: defineLibrary(['cheerio'], String.raw`\bcheerio\b`),
  'csv-parse': defineLibrary(['csv-parse', 'csv-parse/lib/sync', 'csv-parse/sync']),
  faker: createFakerLibrary(String.raw`\breplaceIn\b`),
};

const bruno = {
  chai: defineLibrary(['chai'], String.raw`\b(?:expect|assert)\b`),
  // Signs JSON Web Tokens, and provides hashes for Node's module `crypto`.
  'crypto-js': defineLibrary(['crypto-js', 'jsonwebtoken', 'crypto'], String.raw`\bjwt\s*\.`),
  'ajv-8': defineLibrary(['ajv', 'ajv-formats'], String.raw`\b(?:Ajv|addFormats|jsonSchema)\b`),
  ...common,
  // Node's module `crypto` returns buffers.
  buffer: defineLibrary(['buffer'], String.raw`\bBuffer\b|${createRequirePattern(['crypto'])}`),
  xml2js: defineLibrary(['xml2js']),
  cheerio: defineLibrary(['cheerio']),
  // bru.sendRequest is built on axios. The library includes form-data, because axios sends such forms.
  axios: defineLibrary(['axios', 'form-data'], String.raw`\b(?:axios|sendRequest|FormData)\b`),
  faker: createFakerLibrary(String.raw`\binterpolate\b`),
  // Signs with the Web Crypto of scripts, which has HMAC.
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

/** The library names for `require`. */
export const listRequirableNames = (dialect: ForeignDialect): readonly string[] =>
  listLibraryEntries(dialect).flatMap(([, { names }]) => names);

/** The name without its registry and version. */
export const toPlainName = (name: string): string =>
  name.replace(/^(?:npm|node):/, '').replace(/(?<=.)@.*$/, '');

/** The result of `require` for a library name. A library may contain several modules. */
export const getLibraryModule = (library: unknown, name: string): unknown =>
  (nodeModules as readonly string[]).includes(toPlainName(name))
    ? (library as Readonly<Record<string, unknown>> | undefined)?.[toPlainName(name)]
    : library;

/** The library for `require(name)`, with or without a version. */
export const findLibrary = (dialect: ForeignDialect, name: string): LibraryName | undefined => {
  const plain = toPlainName(name);
  return listLibraryEntries(dialect).find(([, { names }]) => names.includes(plain))?.[0];
};

const isMentioned = (script: NamedScript, name: LibraryName, { mention }: Library): boolean =>
  (name === 'chai' && script.foreign?.event === 'assertions') || mention.test(script.text);

/** The libraries mentioned in a tool's scripts. Only these are loaded, so others cost nothing. */
export const findMentionedLibraries = (
  dialect: ForeignDialect,
  scripts: readonly NamedScript[],
): readonly LibraryName[] => {
  const own = scripts.filter(({ foreign }) => foreign?.dialect === dialect);
  return listLibraryEntries(dialect).flatMap(([name, one]) =>
    own.some((script) => isMentioned(script, name, one)) ? [name] : [],
  );
};
