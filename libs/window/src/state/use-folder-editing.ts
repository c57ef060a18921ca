import type { Folder } from '@tandem/core';
import { useQueryClient } from '@tanstack/react-query';
import { use, useEffect, useMemo, useReducer } from 'react';

import { useLink } from '../link/use-link.js';
import { HeldContext } from './contexts.js';
import { createFolderSaver, type FolderField } from './folder-saver.js';
import { folderContentKey, keyOfContent } from './use-around.js';

/** A saver of a folder, and what is to be drawn again when it changes. */
interface Kept {
  readonly saver: ReturnType<typeof createFolderSaver>;
  onChange: () => void;
}

/** The saver of a folder, which outlives its tab: edits that wait for a choice are not lost with it. */
const useSaver = (stored: Folder, redraw: () => void): Kept['saver'] => {
  const link = useLink();
  const queries = useQueryClient();
  const held = use(HeldContext);
  const { id, workspaceId } = stored;
  const kept = useMemo((): Kept => {
    const key = `${id} edits`;
    const known = held?.get(key) as Kept | undefined;
    if (known !== undefined) return known;
    const made: Kept = {
      onChange: () => undefined,
      saver: createFolderSaver(stored, {
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
        onChange: () => made.onChange(),
      }),
    };
    held?.set(key, made);
    return made;
  }, [link, queries, held, workspaceId, id]);
  useEffect(() => {
    kept.onChange = redraw;
    return () => {
      kept.onChange = () => undefined;
    };
  }, [kept, redraw]);
  return kept.saver;
};

/** A folder as it is edited; what is not stored yet is stored when the editor closes. */
export const useFolderEditing = (stored: Folder) => {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const saver = useSaver(stored, redraw);
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
