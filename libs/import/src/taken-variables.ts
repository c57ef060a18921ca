import { findFreeName, type ImportDocument, type Pair, type TakenNames } from '@tandem/core';

import { changeTexts } from './value.js';

/**
 * Renames the variables of the document's environments whose names others have with another value, and the references to them. Otherwise a
 * request would go to the server of another document, because both call its URL `baseUrl`.
 */
export const renameTakenVariables = (document: ImportDocument, taken: TakenNames): ImportDocument => {
  const own = new Set(
    document.environments.flatMap(({ variables, secrets }) =>
      [...variables, ...secrets].map(({ name }) => name),
    ),
  );
  const used = new Set([...own, ...taken.all]);
  const renamed = new Map(
    taken.all
      .filter((name) => own.has(name))
      .map((name) => {
        const free = findFreeName(name, (one) => used.has(one), '_');
        used.add(free);
        return [name, free] as const;
      }),
  );
  if (renamed.size === 0) return document;
  const rename = (text: string): string =>
    text.replace(
      /\{\{(\s*)([^{}\s.[\]]+)/g,
      (whole, space: string, name: string) => `{{${space}${renamed.get(name) ?? name}`,
    );
  const renamePairs = (pairs: readonly Pair[]): readonly Pair[] =>
    pairs.map((one) => ({ ...one, name: renamed.get(one.name) ?? one.name }));
  const { requests, folders, environments } = changeTexts(
    { requests: document.requests, folders: document.folders, environments: document.environments },
    rename,
  );
  return {
    ...document,
    requests,
    folders,
    environments: environments.map((one) => ({
      ...one,
      variables: renamePairs(one.variables),
      secrets: renamePairs(one.secrets),
    })),
  };
};
