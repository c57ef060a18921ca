import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { Change } from '@tandem/core';

import { queryKeys } from '../link/query-keys.js';
import { useLink, useLinkState, useStatus } from '../link/use-link.js';
import { usePage, useShow } from '../shell/page.js';
import { shortenName } from '../shell/phrases.js';
import { useSelected, useStore } from '../shell/store.js';
import { type ActivityFilter, anyActivity, getFilterStart, type LiveState } from './activity.js';
import { findWorkspaceName } from './follow.js';
import { linkEffects } from '../link/browser.js';
import { throttle } from '../link/throttle.js';

/** How long to wait for more changes, in milliseconds. */
const pauseMs = 500;

/** Calls `work` shortly after changes for which `isWanted` returns true. Both functions must be stable across renders. */
export const useAfterChanges = (isWanted: (change: Change) => boolean, work: () => void): void => {
  const link = useLink();
  useEffect(() => {
    const throttled = throttle(work, () => pauseMs, linkEffects.later);
    const stop = link.onChange((change) => {
      if (isWanted(change)) throttled.schedule();
    });
    return () => {
      stop();
      throttled.cancel();
    };
  }, [link, isWanted, work]);
};

const isAnyChange = (): boolean => true;

/** The stored activity of the workspace that matches a filter, newest first. Loads it page by page, and adds new changes. */
export const useActivity = (filter: ActivityFilter) => {
  const { search, by, entity, kind, within, only } = filter;
  const link = useLink();
  const queries = useQueryClient();
  const enabled = useLinkState().kind === 'open';
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [...queryKeys.activity, search, by, entity, kind, within, only?.id],
    queryFn: ({ pageParam: cursor }) => {
      const since = getFilterStart(filter, Date.now());
      return link.call('activity_list', {
        take: 100,
        ...(since === undefined ? {} : { since }),
        ...(only === undefined ? {} : { entityId: only.id }),
        ...(search === '' ? {} : { search }),
        ...(by === '' ? {} : { by }),
        ...(entity === '' ? {} : { entity }),
        ...(kind === '' ? {} : { kind }),
        ...(cursor === '' ? {} : { cursor }),
      });
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled,
    staleTime: 0,
    placeholderData: (before) => before,
  });
  const read = useCallback(() => void queries.invalidateQueries({ queryKey: queryKeys.activity }), [queries]);
  useAfterChanges(isAnyChange, read);
  const pages = data?.pages ?? [];
  return {
    entries: pages.flatMap(({ activities }) => activities),
    callers: pages[0]?.callers ?? [],
    isLoading: isPending,
    error,
    hasMore: hasNextPage,
    more: () => {
      if (!isFetchingNextPage) void fetchNextPage();
    },
  };
};

/** Selects a part of what has changed since the page was opened. */
export const useLive = <A>(select: (live: LiveState) => A): A => useSelected(usePage().live, select);

/** The filter of the activity. It is remembered while the activity is hidden. */
export const useActivityFilter = () => {
  const { activityFilter } = usePage();
  return { filter: useStore(activityFilter), setFilter: activityFilter.set };
};

/** Returns a function that shows all changes of one item in the activity. */
export const useShowChanges = (): ((of: NonNullable<ActivityFilter['only']>) => void) => {
  const { set } = usePage().activityFilter;
  const show = useShow();
  return useCallback(
    (only) => {
      set({ ...anyActivity, only });
      show('activity');
    },
    [set, show],
  );
};

/** Returns where a change was made if that is another workspace, in words such as ` in Shop`; undefined for the open workspace. */
export const useElsewhere = ({ entity, workspaceId }: Change): string | undefined => {
  const queries = useQueryClient();
  const status = useStatus();
  if (entity === 'workspace' || (status?.workspace?.id ?? workspaceId) === workspaceId) return undefined;
  const name = findWorkspaceName(queries, workspaceId);
  return name === '' ? ' in another workspace' : ` in ${shortenName(name)}`;
};
