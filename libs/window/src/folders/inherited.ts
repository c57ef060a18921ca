import {
  type Folder,
  type InheritedPair,
  resolveInheritance,
  type InheritingRequest,
  type Pair,
} from '@tandem/core';

/** The inheritable settings that a request or folder has itself. */
export type OwnValues = Omit<InheritingRequest, 'folder'>;

/** Nothing of its own; inherits the auth. */
export const nothingOwn: OwnValues = {
  headers: [],
  auth: { type: 'inherit' },
  requestVariables: [],
  settings: {},
};

/** The origin of a value, in words. */
export const formatSource = (path: string): string => (path === '' ? 'from the workspace' : `from ${path}`);

/** A pair of a folder, and whether it is overridden. */
export type FolderPair = InheritedPair & { readonly from: string; readonly isOverridden: boolean };

const listFolderPairs = (
  around: readonly Folder[],
  pairsOf: (folder: Folder) => readonly Pair[],
  isUsed: (one: Pair, path: string) => boolean,
): readonly FolderPair[] =>
  around.flatMap((folder) =>
    pairsOf(folder)
      .filter(({ enabled, name }) => enabled && name.trim() !== '')
      .map((one) => ({ ...one, from: folder.path, isOverridden: !isUsed(one, folder.path) })),
  );

/** The enabled headers of the folders `around`, outermost first, with overridden ones marked. */
export const listInheritedHeaders = (
  around: readonly Folder[],
  folder: string,
  own: OwnValues,
): readonly FolderPair[] => {
  const sent = resolveInheritance(around, { ...own, folder }).headers;
  return listFolderPairs(
    around,
    ({ headers }) => headers,
    ({ name }, path) => sent.some((other) => other.from === path && other.name === name),
  );
};

/** The enabled variables of the folders `around`, outermost first, with hidden ones marked. */
export const listInheritedVariables = (
  around: readonly Folder[],
  folder: string,
  own: readonly Pair[],
): readonly FolderPair[] => {
  const { variables } = resolveInheritance(around, { ...nothingOwn, requestVariables: own, folder });
  return listFolderPairs(
    around,
    (one) => one.variables,
    ({ name }, path) => variables.find((other) => other.name === name)?.from === path,
  );
};
