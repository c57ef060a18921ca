import type { FolderState } from '@tandem/core';

import { folderTree } from '../document/environment.js';
import { printNew } from '../document/node.js';
import { directoryOf, join } from '../layout/places.js';
import { folderNotes } from '../notes.js';
import { addRemoval, type Planning } from './draft.js';
import { type FoundAll, manifestPath } from './found.js';

/** Gives each new folder its name, before anything is in it: a crash in between then leaves no folder without one. */
export const writeDirectories = ({ draft, tree, places, seq, find }: Planning): void => {
  const files = places.made().flatMap(({ path, name }) => {
    const shown = find(name) === undefined ? name : path.slice(path.lastIndexOf('/') + 1);
    const file = join(path, 'folder.yml');
    const text = printNew(folderTree(shown, seq(file)));
    return find(text) === undefined ? [{ path: file, text, expected: tree.hashes.get(file) ?? null }] : [];
  });
  draft.writes.unshift(...files);
  draft.written.push(...files.map(({ path }) => path));
};

/**
 * A folder that has lost its last request here loses its `folder.yml` too, if nobody has added to that; so does one around it
 * that held nothing else.
 */
export const removeEmptyDirectories = ({ draft, tree }: Planning, all: FoundAll): void => {
  const going = new Set(draft.removals.map(({ path }) => path));
  const coming = draft.writes.map(({ path }) => path);
  const isDirectory = new Set(tree.directories);
  const directories = new Set([...going].map(directoryOf));
  // A set is walked with what is added to it on the way.
  for (const directory of directories) {
    const own = join(directory, 'folder.yml');
    const file = tree.files.get(own);
    const inside = (path: string) => path.startsWith(`${directory}/`) && path !== own;
    const left =
      tree.taken.some((path) => inside(path) && !isDirectory.has(path) && !going.has(path)) ||
      coming.some(inside);
    if (directory === '' || !file || left) continue;
    const name =
      all.directories
        .find(({ path }) => path === directory)
        ?.folder.split('/')
        .at(-1) ?? '';
    const seq = /^ {2}seq: (\d+)$/m.exec(file.text)?.[1] ?? '';
    if (file.text === printNew(folderTree(name, seq))) {
      addRemoval(draft, tree, own);
      going.add(own);
      directories.delete(directoryOf(directory));
      directories.add(directoryOf(directory));
    }
  }
};

/** What a new folder says about itself. */
export const writeNotes = ({ draft, tree, find }: Planning, state: FolderState): void => {
  if (tree.hashes.has(manifestPath) || state.memory.bases.length > 0) return;
  for (const [path, text] of Object.entries(folderNotes)) {
    if (tree.taken.includes(path) || find(text) !== undefined) continue;
    draft.writes.push({ path, text, expected: null });
    draft.written.push(path);
  }
};
