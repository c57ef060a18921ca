import { type Folder, type InheritedPair, inheritanceOf, type Inheriting } from '@tandem/core';

/** What a request or folder says itself about what it could inherit. */
export type OwnValues = Omit<Inheriting, 'folder'>;

/** Nothing of its own, and the auth of what is around it. */
export const nothingOwn: OwnValues = { headers: [], auth: { type: 'inherit' }, settings: {} };

/** Where a value is from, in words. */
export const fromWords = (path: string): string => (path === '' ? 'from the workspace' : `from ${path}`);

/** A header of a folder, and whether something further in takes its place. */
export type InheritedHeader = InheritedPair & { readonly from: string; readonly isOverridden: boolean };

/** The enabled headers of the folders `around`, outermost first, with those that are not sent marked. */
export const inheritedHeaders = (
  around: readonly Folder[],
  folder: string,
  own: OwnValues,
): readonly InheritedHeader[] => {
  const sent = inheritanceOf(around, { ...own, folder }).headers;
  return around.flatMap(({ path, headers }) =>
    headers
      .filter(({ enabled, name }) => enabled && name.trim() !== '')
      .map((one) => ({
        ...one,
        from: path,
        isOverridden: !sent.some((other) => other.from === path && other.name === one.name),
      })),
  );
};
