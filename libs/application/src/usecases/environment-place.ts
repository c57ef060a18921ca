import type { AppResult, EnvironmentId, Ports, WorkspaceId } from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { find } from './find-environment.js';
import { resolveWorkspace } from './resolve-workspace.js';

/** The workspace and environment that something is kept for. */
export interface Place {
  readonly workspaceId: WorkspaceId;
  readonly environmentId: EnvironmentId | null;
}

/** A place as a call names it; `environment` is an id, a name, or null for none. */
export interface Wanted {
  readonly workspaceId?: string;
  readonly environment?: string | null;
}

/** The place that a call names, by default the active environment of the active workspace. */
export const placeOf = (ports: Ports, { workspaceId, environment }: Wanted): AppResult<Place> =>
  pipe(
    resolveWorkspace(ports)(workspaceId),
    TE.flatMap(({ id, activeEnvironmentId }): AppResult<Place> => {
      const wanted = environment === undefined ? activeEnvironmentId : environment;
      if (wanted === null) return TE.right({ workspaceId: id, environmentId: null });
      return pipe(
        ports.store.environments.list(id),
        TE.flatMap((all) => find(all, wanted, 'environment')),
        TE.map((one) => ({ workspaceId: id, environmentId: one.id })),
      );
    }),
  );
