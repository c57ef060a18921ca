import type { ForeignDialect, NamedScript } from '@tandem/core';

/** A library that scripts can use: the names by which `require` knows it, and what in a script's text stands for it. */
interface Library {
  readonly names: readonly string[];
  readonly mention: RegExp;
}

const required = (names: readonly string[]): string =>
  `['"\`](?:npm:)?(?:${names.join('|')})(?:@[^'"\`]*)?['"\`]`;

const library = (names: readonly string[], others = ''): Library => ({
  names,
  mention: new RegExp(`${required(names)}${others === '' ? '' : `|${others}`}`),
});

/** Those that both have, by the names of their files. */
const common = {
  lodash: library(['lodash'], String.raw`(?<![\w$.])_\s*[.(]`),
  uuid: library(['uuid'], String.raw`\buuid\s*\.`),
  moment: library(['moment'], String.raw`\bmoment\b`),
  tv4: library(['tv4'], String.raw`\btv4\b`),
  buffer: library(['buffer'], String.raw`\bBuffer\b`),
};

const postman = {
  chai: library(['chai'], String.raw`\bexpect\b|\.\s*to\b|\bchai\b`),
  ...common,
  'crypto-js': library(['crypto-js'], String.raw`\bCryptoJS\b`),
  ajv: library(['ajv'], String.raw`\bjsonSchema\b`),
  xml2js: library(['xml2js'], String.raw`\bxml2Json\b`),
  'csv-parse': library(['csv-parse', 'csv-parse/lib/sync', 'csv-parse/sync']),
};

const bruno = {
  chai: library(['chai'], String.raw`\b(?:expect|assert)\b`),
  // JSON Web Tokens are signed with it.
  'crypto-js': library(['crypto-js', 'jsonwebtoken'], String.raw`\bjwt\s*\.`),
  'ajv-8': library(['ajv', 'ajv-formats'], String.raw`\b(?:Ajv|addFormats|jsonSchema)\b`),
  ...common,
  xml2js: library(['xml2js']),
  // bru.sendRequest is made of it.
  axios: library(['axios'], String.raw`\b(?:axios|sendRequest)\b`),
};

export type LibraryName = keyof typeof postman | keyof typeof bruno;

/** The libraries of each tool by the names of their files. */
const libraries: Readonly<Record<ForeignDialect, Readonly<Partial<Record<LibraryName, Library>>>>> = {
  postman,
  bruno,
};

const entriesOf = (dialect: ForeignDialect) =>
  Object.entries(libraries[dialect]) as (readonly [LibraryName, Library])[];

/** The names of the libraries that `require` gives. */
export const requirable = (dialect: ForeignDialect): readonly string[] =>
  entriesOf(dialect).flatMap(([, { names }]) => names);

/** The library that `require(name)` stands for, with or without a version. */
export const libraryOf = (dialect: ForeignDialect, name: string): LibraryName | undefined => {
  const plain = name.replace(/^npm:/, '').replace(/(?<=.)@.*$/, '');
  return entriesOf(dialect).find(([, { names }]) => names.includes(plain))?.[0];
};

const mentions = (script: NamedScript, name: LibraryName, { mention }: Library): boolean =>
  (name === 'chai' && script.foreign?.event === 'assertions') || mention.test(script.text);

/** The libraries that scripts of a tool mention. Only these are loaded, so that others cost nothing. */
export const mentioned = (
  dialect: ForeignDialect,
  scripts: readonly NamedScript[],
): readonly LibraryName[] => {
  const own = scripts.filter(({ foreign }) => foreign?.dialect === dialect);
  return entriesOf(dialect).flatMap(([name, one]) =>
    own.some((script) => mentions(script, name, one)) ? [name] : [],
  );
};
