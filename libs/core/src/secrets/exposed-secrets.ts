import type { ImportDocument } from '../imports/import.js';
import { nameSecrets } from './refer-to-secrets.js';
import { createSecretSearch, selectSearchValues } from './search.js';
import type { Secret } from './finder.js';
import { isCommonWord } from './shape.js';

/** Whether a value only names another one, such as `{{process.env.KEY}}`. Hiding it would hide the name. */
export const isReference = (value: string): boolean => /^\{\{[^{}]*\}\}$/.test(value);

/**
 * Minimum length of a value kept out of files, in UTF-16 units. Longer than in responses: a shorter word occurs in
 * files by chance, and a field with it would never be merged.
 */
export const minFileSecretLength = 6;

/**
 * The values kept out of files: 6 characters or more, without surrounding white space. Common API words are excluded:
 * with a secret `password`, the URL `/password/reset` would be missing from the files.
 */
export const selectWithheldSecrets = (secrets: readonly Secret[]): readonly Secret[] =>
  selectSearchValues(
    secrets
      .map(({ name, value }) => ({ name, value: value.trim() }))
      .filter(({ value }) => !isCommonWord(value) && !isReference(value)),
    minFileSecretLength,
  );

/** A secret whose value appears where no variable is filled in, such as in a script or a name. */
export interface ExposedSecret {
  readonly place: string;
  readonly secret: string;
}

/** The first secret in a value, including its keys, and the path to it. */
const findIn = (
  first: (text: string) => string | undefined,
  value: unknown,
  path: string,
): ExposedSecret | undefined => {
  if (typeof value === 'string') {
    const secret = first(value);
    return secret === undefined ? undefined : { place: path, secret };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const name = Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`;
    const secret = Array.isArray(value) ? undefined : first(key);
    const found = secret === undefined ? findIn(first, inner, name) : { place: path, secret };
    if (found !== undefined) return found;
  }
  return undefined;
};

type Parts = Pick<ImportDocument, 'requests' | 'folders' | 'environments'>;

/**
 * Finds secret values in plain text in parts of a document, at most one per field of a request, folder or
 * environment.
 */
export const findExposed = (
  secrets: readonly Secret[],
): ((parts: Partial<Parts>) => readonly ExposedSecret[]) => {
  const sought = selectWithheldSecrets(secrets);
  const { first } = createSecretSearch(sought, { shortest: minFileSecretLength, pieces: false });
  // A name may contain a value, too.
  const named = nameSecrets(sought);
  const within = (of: string, fields: object): readonly ExposedSecret[] =>
    Object.entries(fields).flatMap(([name, value]) => {
      const found = name === 'origin' ? undefined : findIn(first, value, name);
      return found === undefined ? [] : [{ ...found, place: named(`${of}: ${found.place}`) }];
    });
  return ({ requests = [], folders = [], environments = [] }) => [
    ...folders.flatMap((one) =>
      within(one.path === '' ? 'the top of the document' : `the folder “${one.path}”`, one),
    ),
    ...requests.flatMap((one) =>
      within(`the request “${one.folder === '' ? '' : `${one.folder}/`}${one.name}”`, one),
    ),
    ...environments.flatMap(({ name, variables }) =>
      within(`the environment “${name}”`, { name, variables }),
    ),
  ];
};
