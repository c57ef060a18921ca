import { type ImportDocument, type Pair, searchOf, soughtValues } from '@tandem/core';

/** A secret whose value stands where no variable is filled in, such as in a script or a name. */
export interface Exposed {
  readonly place: string;
  readonly secret: string;
}

/** The shortest value that is looked for, as when a folder is written, in UTF-16 units. */
const shortest = 6;

/** The first secret in a value, its keys included, and the path to it. */
const findIn = (
  first: (text: string) => string | undefined,
  value: unknown,
  path: string,
): Exposed | undefined => {
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

/** The values of secrets that stand in a document in plain text, one for each request, folder or environment. */
export const exposedIn = (
  { requests, folders, environments }: Pick<ImportDocument, 'requests' | 'folders' | 'environments'>,
  secrets: readonly Pair[],
): readonly Exposed[] => {
  const trimmed = secrets.map(({ name, value }) => ({ name, value: value.trim() }));
  const { first } = searchOf(soughtValues(trimmed, shortest), { shortest, pieces: false });
  const within = (of: string, fields: object) => {
    const found = findIn(first, { ...fields, origin: undefined }, '');
    return found === undefined ? [] : [{ ...found, place: `${of}: ${found.place.replace(/^\./, '')}` }];
  };
  return [
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
