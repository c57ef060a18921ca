import type { EnvironmentView, Guard } from '@tandem/core';
import { RpcRefusal, type RpcMethods } from '@tandem/rpc/client';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { queryKeys } from '../link/query-keys.js';
import { useLink, useLinkState } from '../link/use-link.js';
import { toEditedRows, type EnvironmentRow } from './environment-rows.js';
import { describeProblem } from '../link/problem-words.js';
import { useEnvironments } from '../requests/variables/use-names.js';

/** The environments of the active workspace, and functions that activate one of them or none. */
export const useEnvironmentChoice = () => {
  const link = useLink();
  const queries = useQueryClient();
  const environments = useEnvironments().data?.environments ?? [];
  const read = () => queries.invalidateQueries({ queryKey: queryKeys.environments });
  const activate = (id: string): void => {
    void link.call('environments_activate', { id }).then(read, read);
  };
  const deactivate = (): void => {
    void link.call('environments_deactivate', {}).then(read, read);
  };
  return { environments, activate, deactivate };
};

type Update = Omit<RpcMethods['environments_update']['params'], 'id' | 'workspaceId'>;
type Create = Omit<RpcMethods['environments_create']['params'], 'workspaceId'>;

/** Calls that change environments, and the reason why the last one failed. A failed call resolves with undefined. */
export const useEnvironmentCalls = () => {
  const link = useLink();
  const queries = useQueryClient();
  const [problem, setProblem] = useState<string>();
  const doing = async <A>(work: Promise<A>): Promise<A | undefined> => {
    try {
      const done = await work;
      setProblem(undefined);
      await queries.invalidateQueries({ queryKey: queryKeys.environments });
      void queries.invalidateQueries({ queryKey: queryKeys.status });
      return done;
    } catch (cause) {
      setProblem(describeProblem(cause));
      return undefined;
    }
  };
  return {
    problem,
    update: (id: string, change: Update) => doing(link.call('environments_update', { id, ...change })),
    create: (one: Create) => doing(link.call('environments_create', one)),
    /** Sets the guard. This also decides about the guard that a file proposed. */
    guard: (id: string, guard: Guard) => doing(link.call('environments_guard', { id, guard })),
    activate: (id: string) => doing(link.call('environments_activate', { id })),
    remove: (id: string) => doing(link.call('environments_delete', { id })),
    /**
     * Stores all rows of an environment. Resolves with `false` if the environment was changed after the revision
     * `ifRevision`.
     */
    edit: (id: string, ifRevision: number, rows: readonly EnvironmentRow[]) =>
      doing(
        link
          .call('environments_set_rows', { id, ifRevision, rows: toEditedRows(rows) })
          .catch((cause: unknown) => {
            if (cause instanceof RpcRefusal && cause.error.code === 'REVISION_CONFLICT')
              return false as const;
            throw cause;
          }),
      ),
  };
};

export type EnvironmentCalls = ReturnType<typeof useEnvironmentCalls>;

/** The requests and folders that use each name of an environment. */
export const useEnvironmentUses = ({ id, revision }: EnvironmentView) => {
  const link = useLink();
  const enabled = useLinkState().kind === 'open';
  const { data } = useQuery({
    queryKey: [...queryKeys.environmentUses, id, revision],
    queryFn: () => link.call('environments_uses', { id }),
    enabled,
    staleTime: 5_000,
    // Open usages stay visible while the counts are loaded again.
    placeholderData: keepPreviousData,
  });
  return new Map(data?.uses.map(({ name, ...uses }) => [name, uses]));
};
