import type { ExecutionSummary } from '@tandem/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';

import { useLink, useLinkState } from '../link/use-link.js';
import { type HistoryFilter, historyQuery } from './history-filter.js';
import { useAfterChanges } from '../activity/use-after-changes.js';
import { isOfHistory } from './use-overview.js';

/** How many executions one call asks for. */
const take = 100;

/** Beyond so many pages the list stays as it is until a person asks for new executions. */
const maxReadPages = 3;

/** What of the history is loaded. */
export interface Executions {
  readonly all: readonly ExecutionSummary[];
  readonly isLoading: boolean;
  readonly error: Error | null;
  /** Loads the next page, if there is one. */
  readonly more: () => void;
  /** Whether executions have ended that the list does not show. */
  readonly hasNew: boolean;
  readonly showNew: () => void;
}

/** The executions of the workspace that pass a filter, the newest first, page by page. */
export const useExecutions = (filter: HistoryFilter): Executions => {
  const link = useLink();
  const queries = useQueryClient();
  const enabled = useLinkState().kind === 'open';
  const [hasNew, setHasNew] = useState(false);
  const asked = historyQuery(filter, Date.now());
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['executions', 'list', asked],
    queryFn: ({ pageParam: cursor }) =>
      link.call('executions_list', { ...asked, take, ...(cursor === '' ? {} : { cursor }) }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled,
    // What ended while the list was not shown was not heard.
    staleTime: 0,
    placeholderData: (before) => before,
  });
  const pages = data?.pages ?? [];
  const isDeep = pages.length > maxReadPages;
  useAfterChanges(
    isOfHistory,
    useCallback(() => {
      if (isDeep) setHasNew(true);
      else void queries.invalidateQueries({ queryKey: ['executions', 'list'] });
    }, [queries, isDeep]),
  );
  return {
    all: pages.flatMap(({ executions }) => executions),
    isLoading: isPending,
    error,
    more: () => {
      if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
    },
    hasNew,
    showNew: () => {
      setHasNew(false);
      void queries.resetQueries({ queryKey: ['executions', 'list'] });
    },
  };
};
