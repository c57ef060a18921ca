import type { Change } from '@tandem/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

import { useLink, useLinkState } from '../link/use-link.js';
import { useAfterChanges } from '../activity/use-after-changes.js';

/** Whether a change may change what the history shows. */
export const isOfHistory = ({ entity }: Change): boolean => entity === 'execution' || entity === 'workspace';

/** The newest execution of each request, and who has executed something. */
export const useOverview = () => {
  const link = useLink();
  const queries = useQueryClient();
  const enabled = useLinkState().kind === 'open';
  const { data } = useQuery({
    queryKey: ['executions', 'overview'],
    queryFn: () => link.call('executions_overview', {}),
    enabled,
  });
  useAfterChanges(
    isOfHistory,
    useCallback(() => void queries.invalidateQueries({ queryKey: ['executions', 'overview'] }), [queries]),
  );
  return data;
};
