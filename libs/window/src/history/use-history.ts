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

/** The filter of the history. An empty field matches all executions. */
export interface HistoryFilter {
  readonly search: string;
  /** The typed status, which may be incomplete; see {@link isStatus}. */
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

/** The accepted statuses, in addition to codes such as 404. */
export const statusSuggestions = ['passed', 'failed', 'cancelled', '2xx', '3xx', '4xx', '5xx'] as const;

/** Whether a typed status is complete. For example, `40` is not. */
export const isStatus = (text: string): boolean =>
  statusSuggestions.some((word) => word === text) || text === 'ran' || /^[1-9](\d\d|xx)$/.test(text);

/** Converts a filter to the arguments of `executions_list`. */
export const toHistoryQuery = ({ search, status, by, since, request }: HistoryFilter, now: number) => {
  const typed = status.trim().toLowerCase();
  const span = sinceMs[since];
  return {
    ...(search.trim() === '' ? {} : { search: search.trim() }),
    ...(isStatus(typed) ? { status: typed } : {}),
    ...(by === '' ? {} : { by }),
    // Rounded to minutes, because a query key that always changes would reload the list each time.
    ...(span === undefined
      ? {}
      : { since: new Date(Math.floor((now - span) / 60_000) * 60_000).toISOString() }),
    ...(request === undefined ? {} : { requestId: request.id }),
  };
};

/** Whether a change may affect the history. */
export const isHistoryChange = ({ entity }: Change): boolean =>
  entity === 'execution' || entity === 'workspace';

/** The newest execution of each request, and the names of everyone who has executed a request. */
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

/** How many executions one call returns at most. */
const pageSize = 100;

/** Maximum number of loaded pages for which the list refreshes by itself. */
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

/** The executions of the workspace that match a filter, newest first. They are loaded page by page. */
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
    // Load the list each time it is shown, because the page misses changes while it is hidden.
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

/** The stored request of an execution. Values of secrets are redacted. */
interface StoredSentRequest {
  readonly method: string;
  readonly url: string;
  /** The headers and body; null if the execution failed before the request could be sent. */
  readonly carried: SentRequest | null;
  /** The origins of the request's parts; absent if an earlier version of Tandem stored the execution. */
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

/** Maximum number of listed executions of a request. */
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

/**
 * A stored execution as a run; undefined until it is loaded. It is never loaded again, because an execution
 * never changes.
 */
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

/** Loads the request that an execution sent; undefined until it is loaded, null if it is not stored. */
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
