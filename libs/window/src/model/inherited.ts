import { type Folder, type InheritedPair, inheritanceOf, type Inheriting, type Pair } from '@tandem/core';

/** What a request or folder says itself about what it could inherit. */
export type OwnValues = Omit<Inheriting, 'folder'>;

/** Nothing of its own, and the auth of what is around it. */
export const nothingOwn: OwnValues = {
  headers: [],
  auth: { type: 'inherit' },
  requestVariables: [],
  settings: {},
};

/** Where a value is from, in words. */
export const fromWords = (path: string): string => (path === '' ? 'from the workspace' : `from ${path}`);

/** A pair of a folder, and whether something further in takes its place. */
export type ShownPair = InheritedPair & { readonly from: string; readonly isOverridden: boolean };

const shownPairs = (
  around: readonly Folder[],
  pairsOf: (folder: Folder) => readonly Pair[],
  isUsed: (one: Pair, path: string) => boolean,
): readonly ShownPair[] =>
  around.flatMap((folder) =>
    pairsOf(folder)
      .filter(({ enabled, name }) => enabled && name.trim() !== '')
      .map((one) => ({ ...one, from: folder.path, isOverridden: !isUsed(one, folder.path) })),
  );

/** The enabled headers of the folders `around`, outermost first, with those that are not sent marked. */
export const inheritedHeaders = (
  around: readonly Folder[],
  folder: string,
  own: OwnValues,
): readonly ShownPair[] => {
  const sent = inheritanceOf(around, { ...own, folder }).headers;
  return shownPairs(
    around,
    ({ headers }) => headers,
    ({ name }, path) => sent.some((other) => other.from === path && other.name === name),
  );
};

/** The enabled variables of the folders `around`, outermost first, with those marked that one further in hides. */
export const inheritedVariables = (
  around: readonly Folder[],
  folder: string,
  own: readonly Pair[],
): readonly ShownPair[] => {
  const { variables } = inheritanceOf(around, { ...nothingOwn, requestVariables: own, folder });
  return shownPairs(
    around,
    (one) => one.variables,
    ({ name }, path) => variables.find((other) => other.name === name)?.from === path,
  );
};
