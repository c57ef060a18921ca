import { useQuery } from '@tanstack/react-query';

import { queryKeys } from '../../link/query-keys.js';
import { useLinkState } from '../../link/use-link.js';
import { usePage } from '../../shell/page.js';

/** Takes unsaved edits over from the page before; whether that is done. */
export const useRestored = (): boolean => {
  const enabled = useLinkState().kind === 'open';
  const { drafts, folderEdits, unsaved } = usePage();
  const { data, isError } = useQuery({
    queryKey: queryKeys.unsavedEdits,
    queryFn: async () => {
      const kept = await unsaved.fetch();
      drafts.restore(kept.drafts);
      folderEdits.restore(kept.folders);
      return true;
    },
    enabled,
    staleTime: 'static',
  });
  return data === true || isError;
};
