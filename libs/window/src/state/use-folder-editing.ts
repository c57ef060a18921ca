import type { Folder } from '@tandem/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useReducer } from 'react';

import { useLink } from '../link/use-link.js';
import { createFolderSaver, type FolderField } from './folder-saver.js';
import { folderContentKey, keyOfContent } from './use-around.js';

/** A folder as it is edited; what is not stored yet is stored when the editor closes. */
export const useFolderEditing = (stored: Folder) => {
  const link = useLink();
  const queries = useQueryClient();
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const { id, workspaceId } = stored;
  const saver = useMemo(
    () =>
      createFolderSaver(stored, {
        store: async (edits, ifRevision) => {
          const folder = await link.call('folders_update', { workspaceId, id, ifRevision, ...edits });
          for (const ref of [id, folder.path]) queries.setQueryData(keyOfContent(folder, ref), [folder]);
          void queries.invalidateQueries({ queryKey: folderContentKey });
          return folder;
        },
        later: (ms, work) => {
          const timer = setTimeout(work, ms);
          return () => clearTimeout(timer);
        },
        onChange: redraw,
      }),
    [link, queries, workspaceId, id],
  );
  useEffect(() => saver.receive(stored), [saver, stored]);
  useEffect(() => {
    const flush = (): void => void saver.flush();
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [saver]);
  const { stored: base, edits, theirs, problem } = saver.get();
  return {
    folder: { ...base, ...edits },
    isSaved: Object.keys(edits).length === 0,
    conflicts: Object.entries(theirs).map(([field, value]) => ({
      field: field as FolderField,
      mine: edits[field as FolderField],
      theirs: value,
    })),
    problem,
    ...saver,
  };
};
