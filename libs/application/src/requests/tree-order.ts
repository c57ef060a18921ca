import { type Folder, getParentFolder, type RequestPlace, sortFolders } from '@tandem/core';

const push = (lists: Map<string, string[]>, key: string, value: string): void => {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
};

/** Request ids in tree order, in which they also run: subfolders come before a folder's own requests. */
export const listIdsInTreeOrder = (
  folders: readonly Folder[],
  places: readonly RequestPlace[],
): readonly string[] => {
  const inside = new Map<string, string[]>();
  for (const { path } of sortFolders(folders)) push(inside, getParentFolder(path), path);
  const own = new Map<string, string[]>();
  for (const { id, folder } of places) push(own, folder, id);
  const below = (path: string): readonly string[] => [
    ...(inside.get(path) ?? []).flatMap(below),
    ...(own.get(path) ?? []),
  ];
  return below('');
};
