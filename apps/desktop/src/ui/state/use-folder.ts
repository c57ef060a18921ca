import type { ResolveConflict, SynchronizationReport, Synchronize } from '@tandem/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { useLink, useLinkState } from '../link/use-link.js';

const key = ['folder'];

/** How often the page looks what a synchronization would do, in milliseconds. */
const lookMs = 30_000;

/** What a synchronization of the active workspace with its folder would do now, once it is known. */
export const useFolderPlan = (): SynchronizationReport | undefined => {
  const link = useLink();
  const enabled = useLinkState().kind === 'open';
  return useQuery({
    queryKey: key,
    queryFn: () => link.call('synchronization_synchronize', { dryRun: true }),
    enabled,
    refetchInterval: lookMs,
    refetchOnWindowFocus: true,
  }).data;
};

/** Synchronizes, resolves conflicts, and says why the last of these did not work. */
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
          setProblem(cause instanceof Error ? cause.message : String(cause));
        },
      )
      .finally(() => {
        setIsBusy(false);
        void queries.invalidateQueries({ queryKey: key });
      });
  };
  return {
    problem,
    isBusy,
    look: () => queries.invalidateQueries({ queryKey: key }),
    synchronize: (how: Synchronize) => {
      doing(link.call('synchronization_synchronize', how));
    },
    resolve: (conflict: ResolveConflict) => {
      doing(link.call('synchronization_resolve', conflict));
    },
  };
};
