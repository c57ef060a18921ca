import type { ImportDocument } from '../imports/import.js';
import { nameSecrets } from './refer-to-secrets.js';
import { createSecretSearch, selectSearchValues } from './search.js';
import type { Secret } from './finder.js';
import { isCommonWord } from './shape.js';

/** Whether a value only refers to another one, such as `{{process.env.KEY}}`. Redacting it would remove a name, not a secret. */
export const isReference = (value: string): boolean => /^\{\{[^{}]*\}\}$/.test(value);

/**
 * Minimum length of a value that must not be written to files, in UTF-16 units. It is longer than the minimum for responses, for two
 * reasons: short words occur in files by chance, and a field that is withheld can never be merged.
 */
export const minFileSecretLength = 6;

/**
 * Selects the values that must not be written to files: those of 6 characters or more, without surrounding white space. Omits common API
 * words: if a secret were `password`, the URL `/password/reset` would be withheld from the files.
 */
export const selectWithheldSecrets = (secrets: readonly Secret[]): readonly Secret[] =>
  selectSearchValues(
    secrets
      .map(({ name, value }) => ({ name, value: value.trim() }))
      .filter(({ value }) => !isCommonWord(value) && !isReference(value)),
    minFileSecretLength,
  );

/** A secret whose value appears in text that is not filled in, such as a script or a name. */
export interface ExposedSecret {
  readonly place: string;
  readonly secret: string;
}

/** Finds the first secret in a value, including its keys, and the path to it. */
const findSecretIn = (
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
    const found = secret === undefined ? findSecretIn(first, inner, name) : { place: path, secret };
    if (found !== undefined) return found;
  }
  return undefined;
};

type ImportedParts = Pick<ImportDocument, 'requests' | 'folders' | 'environments'>;

/** Finds secret values in plain text in the parts of a document, at most one in each field of a request, folder or environment. */
export const findExposedSecrets = (
  secrets: readonly Secret[],
): ((parts: Partial<ImportedParts>) => readonly ExposedSecret[]) => {
  const sought = selectWithheldSecrets(secrets);
  const { first } = createSecretSearch(sought, { minLength: minFileSecretLength, pieces: false });
  // The name of a request, folder or environment may contain a secret value too.
  const named = nameSecrets(sought);
  const within = (of: string, fields: object): readonly ExposedSecret[] =>
    Object.entries(fields).flatMap(([name, value]) => {
      const found = name === 'origin' ? undefined : findSecretIn(first, value, name);
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
