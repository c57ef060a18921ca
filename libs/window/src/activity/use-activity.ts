import type { Activity, AuthorKind } from '@tandem/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

import { useLink, useLinkState } from '../link/use-link.js';
import { useAfterChanges } from './use-after-changes.js';

/** What the activity is filtered by; empty for everything. */
export interface ActivityFilter {
  readonly search: string;
  readonly by: string;
  readonly entity: '' | Activity['entity'];
  /** By what means it was made. */
  readonly kind: '' | AuthorKind;
  /** Minutes; empty for any time. */
  readonly within: '' | '15' | '60' | '1440';
  /** One entity, by its id and its name. */
  readonly only?: { readonly id: string; readonly name: string } | undefined;
}

export const anyActivity: ActivityFilter = { search: '', by: '', entity: '', kind: '', within: '' };

/** The time from which on changes are shown; undefined for any. */
export const sinceOf = ({ within }: ActivityFilter, now: number): string | undefined =>
  within === '' ? undefined : new Date(now - Number(within) * 60_000).toISOString();

const isAny = (): boolean => true;

/** The stored activity of the workspace that passes a filter, the newest first, page by page; follows new changes. */
export const useActivity = (filter: ActivityFilter) => {
  const { search, by, entity, kind, within, only } = filter;
  const link = useLink();
  const queries = useQueryClient();
  const enabled = useLinkState().kind === 'open';
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['activity', search, by, entity, kind, within, only?.id],
    queryFn: ({ pageParam: cursor }) => {
      const since = sinceOf(filter, Date.now());
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
  const read = useCallback(() => void queries.invalidateQueries({ queryKey: ['activity'] }), [queries]);
  useAfterChanges(isAny, read);
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
