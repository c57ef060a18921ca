import type { ConnectionReviews } from '@tandem/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { useLink, useLinkState } from '../link/use-link.js';
import { describeProblem } from '../link/problem-words.js';
import { useStatus } from '../link/use-status.js';

export const connectionReviewsKey = ['connection settings that wait'];

/** The settings of the active workspace that decide who can read what is sent, and that nobody has agreed to. */
export const useConnectionReviews = () => {
  const link = useLink();
  const queries = useQueryClient();
  const isOpen = useLinkState().kind === 'open';
  const workspaceId = useStatus()?.workspace?.id;
  const queryKey = [...connectionReviewsKey, workspaceId];
  const [problem, setProblem] = useState<string>();
  const call = workspaceId === undefined ? {} : { workspaceId };
  const { data } = useQuery<ConnectionReviews>({
    queryKey,
    queryFn: () => link.call('connection_reviews_list', call),
    enabled: isOpen && workspaceId !== undefined,
  });
  return {
    settings: data?.settings ?? [],
    problem,
    approve: async (keys: readonly string[]): Promise<void> => {
      try {
        queries.setQueryData(queryKey, await link.call('connection_reviews_approve', { ...call, keys }));
        setProblem(undefined);
      } catch (cause) {
        setProblem(describeProblem(cause));
      }
    },
  };
};
