import { type FolderState } from '@tandem/core';

import { emptyFolder, folderDocument } from '../document/folder.js';
import { printNew } from '../yaml/node.js';
import { join } from '../layout/places.js';
import { folderNotes } from '../notes.js';
import type { PlanningContext } from './draft.js';
import { manifestPath } from './found.js';

/**
 * Writes the name into each created directory whose folder gets no other file, such as a skipped one. This comes
 * before any content: a crash in between then leaves no folder without its name.
 */
export const writeDirectories = ({ draft, tree, places, find }: PlanningContext): void => {
  const files = places.made().flatMap(({ path, name }) => {
    const file = join(path, 'folder.yml');
    if (draft.kept.has(file)) return [];
    const shown = find(name) === undefined ? name : path.slice(path.lastIndexOf('/') + 1);
    const text = printNew(folderDocument.tree('', { ...emptyFolder, path: shown }));
    return find(text) === undefined ? [{ path: file, text, expected: tree.hashes.get(file) ?? null }] : [];
  });
  draft.writes.unshift(...files);
  draft.written.push(...files.map(({ path }) => path));
};

/** The document of a new folder. */
export const writeNotes = ({ draft, tree, find }: PlanningContext, state: FolderState): void => {
  if (tree.hashes.has(manifestPath) || state.memory.bases.length > 0) return;
  for (const [path, text] of Object.entries(folderNotes)) {
    if (tree.taken.includes(path) || find(text) !== undefined) continue;
    draft.writes.push({ path, text, expected: null });
    draft.written.push(path);
  }
};
