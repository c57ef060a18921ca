import type { SynchronizationReport, MergeDriverStatus } from '@tandem/core';
import type { ResolveConflictArguments, SynchronizeArguments } from '@tandem/rpc/client';
import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';

import { queryKeys } from '../link/query-keys.js';
import { useLink, useLinkState, useStatus } from '../link/use-link.js';
import { describeProblem } from '../link/problem-words.js';
import { useRequests } from '../requests/requests.js';

/** Whether git merges the active workspace's files by field, and a function that sets up the merge driver. */
export const useMergeDriver = () => {
  const link = useLink();
  const queries = useQueryClient();
  const workspace = useStatus()?.workspace?.id;
  const queryKey = [...queryKeys.mergeDriver, workspace];
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const { data } = useQuery<MergeDriverStatus>({
    queryKey,
    queryFn: () => link.call('merge_driver_status', {}),
    enabled: workspace !== undefined,
  });
  const install = async (): Promise<void> => {
    setIsBusy(true);
    try {
      queries.setQueryData(queryKey, await link.call('merge_driver_install', {}));
      setProblem(undefined);
    } catch (cause) {
      setProblem(describeProblem(cause));
    } finally {
      setIsBusy(false);
    }
  };
  return { status: data, problem, isBusy, install };
};

/** Returns how long the last check of the folder took, in milliseconds. */
export const getCost = (queries: QueryClient): number =>
  queries.getQueryData<number>(queryKeys.folderSyncCost) ?? 0;

/**
 * Returns how long the page waits between two checks of the folder. In a large workspace it waits longer, so that checks take only a
 * small part of the time.
 */
const computeRestMs = (costMs: number): number => Math.min(30_000, Math.max(3_000, 20 * costMs));

/** Loads what a synchronization of the active workspace with its folder would do now; undefined until it is loaded. */
export const useFolderPlan = (): SynchronizationReport | undefined => {
  const link = useLink();
  const queries = useQueryClient();
  const workspace = useStatus()?.workspace?.id;
  const isOpen = useLinkState().kind === 'open';
  // Wait for the list of requests: the first check of a large workspace takes seconds, and would block other
  // calls.
  const isListed = !useRequests().isPending;
  const look = async (): Promise<SynchronizationReport> => {
    const begun = performance.now();
    const plan = await link.call('synchronization_synchronize', { dryRun: true });
    queries.setQueryData(queryKeys.folderSyncCost, performance.now() - begun);
    return plan;
  };
  return useQuery({
    queryKey: [...queryKeys.folderSynchronization, workspace],
    queryFn: look,
    enabled: isOpen && isListed && workspace !== undefined,
    refetchInterval: () => computeRestMs(getCost(queries)),
  }).data;
};

/** The ids of items that conflict with their file. */
export const useFileConflicts = (): ReadonlySet<string> => {
  const plan = useFolderPlan();
  return useMemo(() => new Set(plan?.conflicts.map(({ id }) => id)), [plan]);
};

type ConflictField = Pick<ResolveConflictArguments, 'id' | 'field'>;

const toConflictKey = ({ id, field }: ConflictField): readonly string[] => [
  'typed for a conflict',
  id,
  field,
];

/** The text that a person typed as a third value for a conflict. It is stored until the conflict is resolved here. */
export const useTypedValue = (conflict: ConflictField) => {
  const queries = useQueryClient();
  const queryKey = toConflictKey(conflict);
  const { data } = useQuery<string>({ queryKey, queryFn: skipToken, gcTime: Infinity, staleTime: Infinity });
  return {
    typed: data,
    setTyped: (text: string): void => {
      queries.setQueryData(queryKey, text);
    },
  };
};

/** Functions that synchronize and resolve conflicts, and the reason why the last call failed. */
export const useFolderCalls = () => {
  const link = useLink();
  const queries = useQueryClient();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const doing = (work: Promise<unknown>): void => {
    setIsBusy(true);
    work
      .then(
        () => {
          setProblem(undefined);
        },
        (cause: unknown) => {
          setProblem(describeProblem(cause));
        },
      )
      .finally(() => {
        setIsBusy(false);
        void queries.invalidateQueries({ queryKey: queryKeys.folderSynchronization });
      });
  };
  return {
    problem,
    isBusy,
    look: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: queryKeys.folderSynchronization }),
        queries.invalidateQueries({ queryKey: queryKeys.mergeDriver }),
      ]),
    synchronize: (how: SynchronizeArguments) => {
      doing(link.call('synchronization_synchronize', how));
    },
    resolve: (conflict: ResolveConflictArguments) => {
      doing(
        link.call('synchronization_resolve', conflict).then(() => {
          queries.removeQueries({ queryKey: toConflictKey(conflict) });
        }),
      );
    },
  };
};
