import { createLevels, type Folder, type RequestPosition } from '@tandem/core';

/**
 * The ids of requests in tree order, which is also the order of a run: subfolders come before a folder's own requests, unless the folder
 * mixes them. Requests in unreadable folders come last.
 * @param folders all stored folders, including the workspace itself if it is stored
 */
export const listIdsInTreeOrder = (
  folders: readonly Folder[],
  positions: readonly RequestPosition[],
): readonly string[] => {
  const levelAt = createLevels(folders, positions);
  const listBelow = (path: string): readonly string[] =>
    levelAt(path).flatMap((entry) =>
      entry.kind === 'request' ? [entry.request.id] : listBelow(entry.folder.path),
    );
  const ids = new Set(listBelow(''));
  return [...ids, ...positions.flatMap(({ id }) => (ids.has(id) ? [] : [id]))];
};
