import type { ExecutionId, ExecutionSummary, Origins, SentRequest, Change } from '@tandem/core';
import { useQuery, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { RpcRefusal } from '@tandem/rpc/client';
import { useCallback, useState } from 'react';

import { queryKeys } from '../link/query-keys.js';
import type { Link } from '../link/link.js';
import { useLink, useLinkState } from '../link/use-link.js';
import type { FinishedRun } from '../requests/sending/runs.js';
import type { RequestId } from '../requests/saved-request.js';
import { useAfterChanges } from '../activity/use-activity.js';

/** The filter of the history; an empty field filters nothing. */
export interface HistoryFilter {
  readonly search: string;
  /** The text typed as the status, complete or not; see {@link isStatus}. */
  readonly status: string;
  readonly by: string;
  readonly since: Since;
  readonly request: { readonly id: RequestId; readonly name: string } | undefined;
}

/** The time ranges of the history, in milliseconds. */
const sinceMs = {
  ever: undefined,
  hour: 3_600_000,
  day: 24 * 3_600_000,
  week: 7 * 24 * 3_600_000,
} as const;
export type Since = keyof typeof sinceMs;

/** A filter that includes everything. */
export const noFilter: HistoryFilter = {
  search: '',
  status: '',
  by: '',
  since: 'ever',
  request: undefined,
};

/** The accepted statuses besides a code such as 404. */
export const statusSuggestions = ['passed', 'failed', 'cancelled', '2xx', '3xx', '4xx', '5xx'] as const;

/** Whether a typed status is complete; `40` is not. */
export const isStatus = (text: string): boolean =>
  statusSuggestions.some((word) => word === text) || text === 'ran' || /^[1-9](\d\d|xx)$/.test(text);

/** The arguments of `executions_list` for a filter. */
export const toHistoryQuery = ({ search, status, by, since, request }: HistoryFilter, now: number) => {
  const typed = status.trim().toLowerCase();
  const span = sinceMs[since];
  return {
    ...(search.trim() === '' ? {} : { search: search.trim() }),
    ...(isStatus(typed) ? { status: typed } : {}),
    ...(by === '' ? {} : { by }),
    // Rounded to minutes, so that the query key does not change all the time.
    ...(span === undefined
      ? {}
      : { since: new Date(Math.floor((now - span) / 60_000) * 60_000).toISOString() }),
    ...(request === undefined ? {} : { requestId: request.id }),
  };
};

/** Whether a change may affect the history. */
export const isHistoryChange = ({ entity }: Change): boolean =>
  entity === 'execution' || entity === 'workspace';

/** The newest execution of each request, and the names of everyone who has executed something. */
export const useOverview = () => {
  const link = useLink();
  const queries = useQueryClient();
  const enabled = useLinkState().kind === 'open';
  const { data } = useQuery({
    queryKey: queryKeys.executionOverview,
    queryFn: () => link.call('executions_overview', {}),
    enabled,
  });
  useAfterChanges(
    isHistoryChange,
    useCallback(() => void queries.invalidateQueries({ queryKey: queryKeys.executionOverview }), [queries]),
  );
  return data;
};

/** How many executions one call requests. */
const pageSize = 100;

/** If more pages than this are loaded, the list is refreshed only when asked for. */
const maxReadPages = 3;

/** The loaded part of the history. */
export interface Executions {
  readonly all: readonly ExecutionSummary[];
  readonly isLoading: boolean;
  readonly error: Error | null;
  /** Loads the next page, if there is one. */
  readonly more: () => void;
  /** Whether there are newer executions that the list does not show. */
  readonly hasNew: boolean;
  readonly showNew: () => void;
}

/** The executions of the workspace that match a filter, newest first, page by page. */
export const useExecutions = (filter: HistoryFilter): Executions => {
  const link = useLink();
  const queries = useQueryClient();
  const enabled = useLinkState().kind === 'open';
  const [hasNew, setHasNew] = useState(false);
  const asked = toHistoryQuery(filter, Date.now());
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [...queryKeys.executionList, asked],
    queryFn: ({ pageParam: cursor }) =>
      link.call('executions_list', { ...asked, take: pageSize, ...(cursor === '' ? {} : { cursor }) }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled,
    // Changes during the time when the list was hidden were missed.
    staleTime: 0,
    placeholderData: (before) => before,
  });
  const pages = data?.pages ?? [];
  const isDeep = pages.length > maxReadPages;
  useAfterChanges(
    isHistoryChange,
    useCallback(() => {
      if (isDeep) setHasNew(true);
      else void queries.invalidateQueries({ queryKey: queryKeys.executionList });
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
      void queries.resetQueries({ queryKey: queryKeys.executionList });
    },
  };
};

/** A stored sent request, with the values of secrets masked. */
interface StoredSentRequest {
  readonly method: string;
  readonly url: string;
  /** Headers and body; null if the execution failed before the request could be sent. */
  readonly carried: SentRequest | null;
  /** The origins of its parts; absent if an earlier version stored it. */
  readonly origins?: Origins;
}

/** Loads what an execution sent; null if it is not stored. */
export const readSent = async (
  link: Pick<Link, 'call'>,
  id: ExecutionId,
): Promise<StoredSentRequest | null> => {
  try {
    const asked = { id, request: true, origins: true };
    const { execution, sent, origins } = await link.call('executions_get', asked);
    return {
      method: execution.method,
      url: execution.url,
      carried: sent ?? null,
      ...(origins === undefined ? {} : { origins }),
    };
  } catch (cause) {
    if (cause instanceof RpcRefusal && cause.error.code === 'NOT_FOUND') return null;
    throw cause;
  }
};

/** How many executions of a request are listed. */
const pageSizePerRequest = 50;

/** The stored executions of a request, newest first. */
export const useHistory = (id: RequestId): readonly ExecutionSummary[] => {
  const link = useLink();
  const enabled = useLinkState().kind === 'open';
  const { data } = useQuery({
    queryKey: [...queryKeys.executionsOfRequest, id],
    queryFn: () => link.call('executions_list', { requestId: id, take: pageSizePerRequest }),
    enabled,
  });
  return data?.executions ?? [];
};

const readExecution = async (link: Link, id: ExecutionId): Promise<FinishedRun | undefined> => {
  const { execution, result } = await link.call('executions_get', { id });
  if (result === undefined) return undefined;
  return { kind: 'done', result, steps: [], at: Date.parse(execution.startedAt) };
};

/** A stored execution as a run, once loaded. An execution never changes. */
export const useStoredExecution = (id: ExecutionId | undefined): FinishedRun | undefined => {
  const link = useLink();
  const isOpen = useLinkState().kind === 'open';
  return useQuery({
    queryKey: [...queryKeys.execution, id],
    queryFn: () => (id === undefined ? undefined : readExecution(link, id)),
    enabled: isOpen && id !== undefined,
    staleTime: Infinity,
    gcTime: 60_000,
  }).data;
};

/** What an execution sent, once loaded; null if it is not stored. */
export const useSentRequest = (id: ExecutionId): StoredSentRequest | null | undefined => {
  const link = useLink();
  const isOpen = useLinkState().kind === 'open';
  return useQuery({
    queryKey: [...queryKeys.sentRequest, id],
    queryFn: () => readSent(link, id),
    enabled: isOpen,
    staleTime: Infinity,
    gcTime: 60_000,
  }).data;
};
