import type { ForeignDialect, NamedScript } from '@tandem/core';

/** A library for scripts: its names for `require`, and the pattern for it in a script's text. */
interface Library {
  readonly names: readonly string[];
  readonly mention: RegExp;
}

const createRequirePattern = (names: readonly string[]): string =>
  `['"\`](?:npm:|node:)?(?:${names.join('|')})(?:@[^'"\`]*)?['"\`]`;

const library = (names: readonly string[], others = ''): Library => ({
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
  lodash: library(['lodash'], String.raw`(?<![\w$.])_\s*[.(]`),
  uuid: library(['uuid'], String.raw`\buuid\s*\.`),
  moment: library(['moment'], String.raw`\bmoment\b`),
  tv4: library(['tv4'], String.raw`\btv4\b`),
  buffer: library(['buffer'], String.raw`\bBuffer\b`),
  // Also a global in Bruno. Its `resolve` needs no library.
  node: library(nodeModules, String.raw`(?<![\w$.])path\s*\.\s*(?!resolve\b)`),
};

const postman = {
  chai: library(['chai'], String.raw`\bexpect\b|\.\s*to\b|\bchai\b`),
  ...common,
  'crypto-js': library(['crypto-js'], String.raw`\bCryptoJS\b`),
  ajv: library(['ajv'], String.raw`\bjsonSchema\b`),
  xml2js: library(['xml2js'], String.raw`\bxml2Json\b`),
  cheerio: library(['cheerio'], String.raw`\bcheerio\b`),
  'csv-parse': library(['csv-parse', 'csv-parse/lib/sync', 'csv-parse/sync']),
};

const bruno = {
  chai: library(['chai'], String.raw`\b(?:expect|assert)\b`),
  // Signs JSON Web Tokens, and provides hashes for Node's module `crypto`.
  'crypto-js': library(['crypto-js', 'jsonwebtoken', 'crypto'], String.raw`\bjwt\s*\.`),
  'ajv-8': library(['ajv', 'ajv-formats'], String.raw`\b(?:Ajv|addFormats|jsonSchema)\b`),
  ...common,
  // Node's module `crypto` returns buffers.
  buffer: library(['buffer'], String.raw`\bBuffer\b|${createRequirePattern(['crypto'])}`),
  xml2js: library(['xml2js']),
  cheerio: library(['cheerio']),
  // bru.sendRequest is built on it, and it includes the forms that it sends.
  axios: library(['axios', 'form-data'], String.raw`\b(?:axios|sendRequest|FormData)\b`),
};

export type LibraryName = keyof typeof postman | keyof typeof bruno;

/** The libraries of each tool, by file name. */
const libraries: Readonly<Record<ForeignDialect, Readonly<Partial<Record<LibraryName, Library>>>>> = {
  postman,
  bruno,
};

const entriesOf = (dialect: ForeignDialect) =>
  Object.entries(libraries[dialect]) as (readonly [LibraryName, Library])[];

/** The library names for `require`. */
export const requirable = (dialect: ForeignDialect): readonly string[] =>
  entriesOf(dialect).flatMap(([, { names }]) => names);

/** The name without its registry and version. */
export const toPlainName = (name: string): string =>
  name.replace(/^(?:npm|node):/, '').replace(/(?<=.)@.*$/, '');

/** The result of `require` for a library name. A library may contain several modules. */
export const moduleIn = (library: unknown, name: string): unknown =>
  (nodeModules as readonly string[]).includes(toPlainName(name))
    ? (library as Readonly<Record<string, unknown>> | undefined)?.[toPlainName(name)]
    : library;

/** The library for `require(name)`, with or without a version. */
export const libraryOf = (dialect: ForeignDialect, name: string): LibraryName | undefined => {
  const plain = toPlainName(name);
  return entriesOf(dialect).find(([, { names }]) => names.includes(plain))?.[0];
};

const mentions = (script: NamedScript, name: LibraryName, { mention }: Library): boolean =>
  (name === 'chai' && script.foreign?.event === 'assertions') || mention.test(script.text);

/** The libraries mentioned in a tool's scripts. Only these are loaded, so others cost nothing. */
export const findMentionedLibraries = (
  dialect: ForeignDialect,
  scripts: readonly NamedScript[],
): readonly LibraryName[] => {
  const own = scripts.filter(({ foreign }) => foreign?.dialect === dialect);
  return entriesOf(dialect).flatMap(([name, one]) =>
    own.some((script) => mentions(script, name, one)) ? [name] : [],
  );
};
