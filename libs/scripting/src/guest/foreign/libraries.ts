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

/** The libraries by the names of their files. */
export const libraries = {
  chai: library(['chai'], String.raw`\bexpect\b|\.\s*to\b|\bchai\b`),
  lodash: library(['lodash'], String.raw`(?<![\w$.])_\s*[.(]`),
  'crypto-js': library(['crypto-js'], String.raw`\bCryptoJS\b`),
  uuid: library(['uuid']),
  moment: library(['moment']),
  ajv: library(['ajv'], String.raw`\bjsonSchema\b`),
  tv4: library(['tv4'], String.raw`\btv4\b`),
  buffer: library(['buffer'], String.raw`\bBuffer\b`),
  xml2js: library(['xml2js'], String.raw`\bxml2Json\b`),
  'csv-parse': library(['csv-parse', 'csv-parse/lib/sync', 'csv-parse/sync']),
} as const;

export type LibraryName = keyof typeof libraries;

const libraryNames = Object.keys(libraries) as LibraryName[];

/** The names of the libraries that `require` gives. */
export const requirable: readonly string[] = Object.values(libraries).flatMap(({ names }) => names);

/** The library that `require(name)` stands for, with or without a version. */
export const libraryOf = (name: string): LibraryName | undefined => {
  const plain = name.replace(/^npm:/, '').replace(/(?<=.)@.*$/, '');
  return libraryNames.find((one) => libraries[one].names.includes(plain));
};

/** The libraries that the texts of scripts mention. Only these are loaded, so that others cost nothing. */
export const mentioned = (texts: readonly string[]): readonly LibraryName[] =>
  libraryNames.filter((name) => texts.some((text) => libraries[name].mention.test(text)));
