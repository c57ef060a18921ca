import type { FolderBase, InvalidFile } from '@tandem/core';

import { readFolderName } from '../document/entity-file.js';
import type { FolderFile, FolderTree } from '../files/tree.js';
import { directoryOf, join, type KnownDirectory } from '../layout/places.js';
import { defective, type OnDefect } from './defect.js';

const depthOf = (path: string): number => path.split('/').length;

/** The folder that `directory` was when its requests were remembered; undefined where none was in it. */
const rememberedAs = (bases: readonly FolderBase[], directory: string): string | undefined => {
  const inside = bases.filter(({ path }) => path.startsWith(`${directory}/`));
  const own = inside.find(({ path }) => directoryOf(path) === directory);
  if (own) return own.folder;
  const [deeper] = inside;
  if (!deeper) return undefined;
  const names = deeper.folder.split('/');
  const above = names.slice(0, names.length - (depthOf(directoryOf(deeper.path)) - depthOf(directory)));
  return above.length === 0 ? undefined : above.join('/');
};

const nameIn = ({ path, text }: FolderFile, onDefect: OnDefect): ReturnType<typeof readFolderName> => {
  try {
    return readFolderName(text);
  } catch (error) {
    onDefect(error, path);
    return defective(path, error);
  }
};

/**
 * The folders of requests by what their `folder.yml` calls them; without one by their own name. While that cannot be read
 * they are what they were.
 */
export const namedDirectories = (
  tree: FolderTree,
  bases: readonly FolderBase[],
  invalid: InvalidFile[],
  onDefect: OnDefect,
): readonly KnownDirectory[] => {
  const folders = new Map([['', '']]);
  const unreadable = new Set(tree.unreadable.map(({ path }) => path));
  const sorted = [...tree.directories].sort((a, b) => (a < b ? -1 : 1));
  return sorted.flatMap((path) => {
    const outer = folders.get(directoryOf(path));
    if (outer === undefined || path === 'environments') return [];
    const said = join(path, 'folder.yml');
    const file = tree.files.get(said);
    const name = file === undefined ? undefined : nameIn(file, onDefect);
    const isFaulty = typeof name === 'object';
    if (isFaulty) invalid.push({ ...name, path: said });
    const known = isFaulty || unreadable.has(said) ? rememberedAs(bases, path) : undefined;
    const own = typeof name === 'string' ? name : path.slice(path.lastIndexOf('/') + 1);
    const folder = known ?? (outer === '' ? own : `${outer}/${own}`);
    folders.set(path, folder);
    return [{ path, folder }];
  });
};
