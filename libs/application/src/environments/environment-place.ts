import { type AppResult, type EnvironmentPlace, type Ports, workspaceRef } from '@tandem/core';
import { withDescription, t } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

import { find } from './find-environment.js';
import { resolveWorkspace } from '../workspaces/resolve-workspace.js';

/** The arguments that name a place. */
export const placeFields = {
  workspaceId: workspaceRef,
  environment: withDescription(t.union([t.string, t.null], 'a text or null'), 'Id or name, null for none'),
} as const;

/** A place as named in a call. `environment` is an id, a name, or null for none. */
export interface PlaceReference {
  readonly workspaceId?: string;
  readonly environment?: string | null;
}

/** The place that a call names. Default: the active environment of the active workspace. */
export const getLocation = (
  ports: Ports,
  { workspaceId, environment }: PlaceReference,
): AppResult<EnvironmentPlace> =>
  pipe(
    resolveWorkspace(ports)(workspaceId),
    TE.flatMap(({ id, activeEnvironmentId }): AppResult<EnvironmentPlace> => {
      const wanted = environment === undefined ? activeEnvironmentId : environment;
      if (wanted === null) return TE.right({ workspaceId: id, environmentId: null });
      return pipe(
        ports.store.environments.list(id),
        TE.flatMap((all) => find(all, wanted, 'environment')),
        TE.map((one) => ({ workspaceId: id, environmentId: one.id })),
      );
    }),
  );
