import type { FolderRemoval, FolderState } from '@tandem/core';

import type { FolderTree } from '../files/tree.js';
import type { Decision, Subject } from './decide.js';
import { manifestPath } from './found.js';

const massive = 20;

/** Whether enough is gone to look like an accident: most of many files, or the folder itself. */
export const isLikelyAccident = (
  decisions: readonly (readonly [Subject, Decision])[],
  tree: FolderTree,
  state: FolderState,
): boolean => {
  if (state.confirmDeletions) return false;
  const removed = decisions.filter(([, decision]) => decision.do === 'remove-stored');
  const gone = removed.filter(([{ kind }]) => kind !== 'folder').length;
  const all = state.memory.bases.filter(({ kind }) => kind !== 'workspace' && kind !== 'folder').length;
  return removed.length > 0 && ((gone > massive && gone > all / 2) || !tree.hashes.has(manifestPath));
};

/** Files that an earlier run planned to remove; while unchanged since then they count as gone. */
export const excludeRemovedFiles = (
  tree: FolderTree,
  removals: readonly FolderRemoval[],
): readonly [FolderTree, readonly FolderRemoval[]] => {
  const due = removals.filter(({ path, hash }) => tree.hashes.get(path) === hash);
  const gone = new Set(due.map(({ path }) => path));
  if (gone.size === 0) return [tree, due];
  const files = new Map([...tree.files].filter(([path]) => !gone.has(path)));
  return [{ ...tree, files, taken: tree.taken.filter((path) => !gone.has(path)) }, due];
};
