import type { FolderBase, InvalidFile } from '@tandem/core';

import type { Fault } from '../document/fault.js';
import type { FolderFile, FolderTree } from '../files/tree.js';
import { directoryOf, join, type KnownDirectory } from '../layout/places.js';
import { defective } from './defect.js';
import type { PlanningWith } from './draft.js';
import { settled, type Steps } from './in-slices.js';

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

/** The name that a `folder.yml` gives, or its fault. */
function* nameIn({ path, text }: FolderFile, { documents, onDefect }: PlanningWith): Steps<string | Fault> {
  try {
    return yield* settled(documents.run({ do: 'name', text }));
  } catch (error) {
    onDefect(error, path);
    return defective(path, error);
  }
}

/**
 * The folders of requests by what their `folder.yml` calls them; without one by their own name. While that cannot be read
 * they are what they were.
 */
export function* namedDirectories(
  tree: FolderTree,
  bases: readonly FolderBase[],
  invalid: InvalidFile[],
  planning: PlanningWith,
): Steps<readonly KnownDirectory[]> {
  const folders = new Map([['', '']]);
  const unreadable = new Set(tree.unreadable.map(({ path }) => path));
  const named: KnownDirectory[] = [];
  for (const path of [...tree.directories].sort((a, b) => (a < b ? -1 : 1))) {
    const outer = folders.get(directoryOf(path));
    if (outer === undefined || path === 'environments') continue;
    const said = join(path, 'folder.yml');
    const file = tree.files.get(said);
    const name = file === undefined ? undefined : yield* nameIn(file, planning);
    const isFaulty = typeof name === 'object';
    if (isFaulty) invalid.push({ path: said, line: name.line, column: name.column, message: name.message });
    const known = isFaulty || unreadable.has(said) ? rememberedAs(bases, path) : undefined;
    const own = typeof name === 'string' ? name : path.slice(path.lastIndexOf('/') + 1);
    const folder = known ?? (outer === '' ? own : `${outer}/${own}`);
    folders.set(path, folder);
    named.push({ path, folder });
    yield undefined;
  }
  return named;
}
