import { useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';

import { useLinkState } from '../../link/use-link.js';
import { useDrafts } from './contexts.js';
import type { UnsavedStore } from './unsaved.js';
import { useFolderEdits } from '../../folders/use-folder-editing.js';

/** Holds the places where unsaved edits are kept. */
export const UnsavedContext = createContext<UnsavedStore | undefined>(undefined);

/** Takes unsaved edits over from the page before; whether that is done. */
export const useRestored = (): boolean => {
  const enabled = useLinkState().kind === 'open';
  const drafts = useDrafts();
  const folders = useFolderEdits();
  const unsaved = use(UnsavedContext);
  const { data, isError } = useQuery({
    queryKey: ['unsaved'],
    queryFn: async () => {
      const kept = await unsaved?.fetch();
      drafts.restore(kept?.drafts ?? []);
      folders.restore(kept?.folders ?? []);
      return true;
    },
    enabled,
    staleTime: 'static',
  });
  return data === true || isError;
};
