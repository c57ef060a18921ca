import { isWithin } from '@tandem/core';

interface PlacedRequest {
  readonly id: string;
  readonly folder: string;
}

interface FolderPlace {
  readonly id: string;
  readonly path: string;
}

/** Says of a folder, by its path, that it waits for a person to choose between two changes, or that what is in it does. */
export const describeFolderConflicts = (
  conflicts: ReadonlySet<string>,
  folders: readonly FolderPlace[],
  requests: readonly PlacedRequest[],
): ((path: string, isOpen: boolean) => string | undefined) => {
  // Most often there is none, and the lists are long.
  if (conflicts.size === 0) return () => undefined;
  const own = new Set(folders.filter(({ id }) => conflicts.has(id)).map(({ path }) => path));
  const places = [...own, ...requests.filter(({ id }) => conflicts.has(id)).map(({ folder }) => folder)];
  return (path, isOpen) => {
    if (own.has(path)) return 'Conflict with its file';
    return !isOpen && places.some((place) => isWithin(path, place)) ? 'A conflict in it' : undefined;
  };
};
