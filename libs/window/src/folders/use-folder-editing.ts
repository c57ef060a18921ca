import type { Folder } from '@tandem/core';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';

import { queryKeys } from '../link/query-keys.js';
import type { Link } from '../link/link.js';
import { usePage } from '../shell/page.js';
import { type UnfinishedTexts, type Part, readPart } from '../requests/drafts/draft.js';
import { type AllFolderEdits, type FolderEditsEffects, type FolderField, isStored } from './folder-edits.js';
import { createFolderContentKey } from './use-folders.js';

/** The page's folder edits. */
export const useFolderEdits = (): AllFolderEdits => usePage().folderEdits;

/** Stores edits of a folder, and puts the stored folder into the query cache. */
export const createFolderStore =
  (link: Link, queries: QueryClient): FolderEditsEffects['store'] =>
  async ({ id, workspaceId }, edits, ifRevision) => {
    const folder = await link.call('folders_update', { workspaceId, id, ifRevision, ...edits });
    for (const ref of [id, folder.path]) queries.setQueryData(createFolderContentKey(folder, ref), [folder]);
    void queries.invalidateQueries({ queryKey: queryKeys.folderContent });
    return folder;
  };

/** Explains that a text is not stored, because it is not valid yet. */
const findUnfinishedProblem = (unfinished: UnfinishedTexts): string | undefined => {
  const readings = Object.entries(unfinished).map(([part, text]) => readPart(part as Part, text));
  return readings.flatMap((one) => (one.kind === 'problem' ? [one.problem] : []))[0];
};

/** The state of a folder that is being edited. Unsaved edits are stored when the editor closes. */
export const useFolderEditing = (stored: Folder) => {
  const { of, subscribe } = useFolderEdits();
  const saver = of(stored);
  const state = useSyncExternalStore(subscribe, saver.get);
  useEffect(() => saver.receive(stored), [saver, stored]);
  useEffect(() => {
    const flush = (): void => void saver.flush();
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [saver]);
  const { stored: base, edits, theirs, unfinished, problem } = state;
  return {
    folder: { ...base, ...edits },
    isSaved: isStored(state),
    unfinished,
    conflicts: Object.entries(theirs).map(([field, value]) => ({
      field: field as FolderField,
      mine: edits[field as FolderField],
      theirs: value,
    })),
    problem: problem ?? findUnfinishedProblem(unfinished),
    ...saver,
  };
};
