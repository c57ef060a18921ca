import type { ExecutionId, ReportFormat, RunSummary } from '@tandem/core';
import { RpcRefusal } from '@tandem/rpc/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';

import { queryKeys } from '../link/query-keys.js';
import type { Link } from '../link/link.js';
import { useLink, useLinkState, useStatus } from '../link/use-link.js';
import type { FinishedRun } from '../requests/sending/runs.js';
import type { RunView, DisplayedRun } from './run-progress.js';
import { useAfterChanges } from '../activity/use-activity.js';
import { isHistoryChange } from '../history/use-history.js';
import { usePage } from '../shell/page.js';
import type { OwnRun, RunStore } from './run-store.js';
import { createFullRerun, createFailedRerun, hasHiddenSecret, type RunArguments } from './run-again.js';

/** The store of the runs that this page has started in the active workspace. */
export const useRunStore = (): RunStore => {
  const { runs } = usePage();
  return runs.of(useStatus()?.workspace?.id ?? '');
};

/** The runs that this page started, newest first. */
export const useOwnRuns = (): readonly OwnRun[] => {
  const { subscribe, runs } = useRunStore();
  return useSyncExternalStore(subscribe, runs);
};

/** The key or id of the shown run. */
export const useChosenRun = (): string | undefined => {
  const { subscribe, chosen } = useRunStore();
  return useSyncExternalStore(subscribe, chosen);
};

/** Starts a rerun. Resolves with the reason if it could not start. */
export type StartRerun = () => Promise<string | undefined>;

const hiddenRowsProblem =
  'The rows of this run contained secrets, which its report does not show. Run it again with the data file.';

const rerunPrefix = 'Re-run of failed: ';

const formatFailedTitle = (title: string): string =>
  title.startsWith(rerunPrefix) ? title : `${rerunPrefix}${title}`;

/**
 * Returns functions that rerun everything or only what failed. Each is absent if it would execute nothing. Rerunning everything is
 * also not possible if the report does not contain every request.
 */
export const useRunAgain = (
  title: string,
  { entries, counts }: Pick<DisplayedRun, 'entries' | 'counts'>,
  /** The arguments with which this page started the run; undefined if it did not start it. */
  plan: RunArguments | undefined,
): { readonly all: StartRerun | undefined; readonly failed: StartRerun | undefined } => {
  const store = useRunStore();
  const starting = (name: string, args: RunArguments | undefined): StartRerun | undefined =>
    args &&
    (() => (hasHiddenSecret(args.rows) ? Promise.resolve(hiddenRowsProblem) : store.start(name, args)));
  const isWhole = plan !== undefined || entries.length === counts.requests;
  return {
    all: isWhole ? starting(title, createFullRerun(entries, plan)) : undefined,
    failed: starting(formatFailedTitle(title), createFailedRerun(entries, plan)),
  };
};

/** The stored runs of the workspace, newest first; undefined while they load. */
export const useStoredRuns = (): {
  readonly runs: readonly RunSummary[] | undefined;
  readonly error: Error | null;
} => {
  const link = useLink();
  const queries = useQueryClient();
  const enabled = useLinkState().kind === 'open';
  const { data, error } = useQuery({
    queryKey: queryKeys.runList,
    queryFn: () => link.call('runs_list', {}),
    enabled,
    // The page learns about runs by others from the events of their executions. It misses these events while this
    // is hidden.
    staleTime: 0,
  });
  useAfterChanges(
    isHistoryChange,
    useCallback(() => void queries.invalidateQueries({ queryKey: queryKeys.runList }), [queries]),
  );
  return { runs: data?.runs, error };
};

/** A stored run with all of its requests. It is loaded only once, because it never changes. */
export const useStoredRun = (
  id: string | undefined,
): { readonly view: RunView | undefined; readonly error: Error | null } => {
  const link = useLink();
  const isOpen = useLinkState().kind === 'open';
  const { data, error } = useQuery({
    queryKey: [...queryKeys.run, id],
    queryFn: () => link.call('runs_get', { id: id ?? '', report: 'full' }),
    enabled: isOpen && id !== undefined,
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
  });
  return { view: data, error };
};

/** An execution of a run, or the fact that the history no longer contains it. */
export type Exchange = { readonly run: FinishedRun } | { readonly isGone: true };

const readExchange = async (link: Link, id: ExecutionId): Promise<Exchange> => {
  try {
    const { execution, result } = await link.call('executions_get', { id });
    if (result === undefined) return { isGone: true };
    return { run: { kind: 'done', result, steps: [], at: Date.parse(execution.startedAt) } };
  } catch (error) {
    if (error instanceof RpcRefusal && error.error.code === 'NOT_FOUND') return { isGone: true };
    throw error;
  }
};

/** Loads what a request in a run sent and received; undefined while it loads. */
export const useExchange = (id: string | null) => {
  const link = useLink();
  const isOpen = useLinkState().kind === 'open';
  return useQuery({
    queryKey: [...queryKeys.exchange, id],
    queryFn: () => readExchange(link, id as ExecutionId),
    enabled: isOpen && id !== null,
    staleTime: Infinity,
    gcTime: 60_000,
  });
};

/** Renders a stored run as text in a reporter's format. */
export const renderRun = async (link: Link, id: string, format: ReportFormat): Promise<string> =>
  (await link.call('runs_get', { id, format })).text ?? '';
