import type { Folder } from '@tandem/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useReducer } from 'react';

import { useLink } from '../link/use-link.js';
import { createFolderSaver } from './folder-saver.js';
import { folderContentKey, keyOfContent } from './use-around.js';

/** A folder as it is edited; what is not stored yet is stored when the editor closes. */
export const useFolderEditing = (stored: Folder) => {
  const link = useLink();
  const queries = useQueryClient();
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const { id, workspaceId } = stored;
  const saver = useMemo(
    () =>
      createFolderSaver({
        store: async (edits) => {
          const folder = await link.call('folders_update', { workspaceId, id, ...edits });
          for (const ref of [id, folder.path]) queries.setQueryData(keyOfContent(folder, ref), [folder]);
          void queries.invalidateQueries({ queryKey: folderContentKey });
        },
        later: (ms, work) => {
          const timer = setTimeout(work, ms);
          return () => clearTimeout(timer);
        },
        onChange: redraw,
      }),
    [link, queries, workspaceId, id],
  );
  useEffect(() => {
    const flush = (): void => void saver.flush();
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [saver]);
  const { edits, problem } = saver.get();
  return { folder: { ...stored, ...edits }, isSaved: Object.keys(edits).length === 0, problem, ...saver };
};
