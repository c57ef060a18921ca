import type { AppResult, EnvironmentId, JarCookie, Ports, WorkspaceId } from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';
import { getWorkspaceConnections } from '@tandem/execution';

const isSession = ({ expires }: JarCookie): boolean => expires === undefined;

const expireInJar =
  ({ store: { cookies } }: Ports, workspaceId: WorkspaceId) =>
  (environmentId: EnvironmentId | null): AppResult<void> =>
    pipe(
      cookies.list(workspaceId, environmentId),
      TE.map((all) => all.filter(isSession)),
      TE.flatMap((removed) =>
        removed.length === 0
          ? TE.right(undefined)
          : cookies.change(workspaceId, environmentId, { set: [], removed }),
      ),
    );

const expireInWorkspace =
  (ports: Ports) =>
  (id: WorkspaceId): AppResult<unknown> =>
    pipe(
      ports.store.folders.list(id),
      TE.flatMap((folders) =>
        getWorkspaceConnections(folders).sessionCookies === 'restart'
          ? ports.store.environments.list(id)
          : TE.right(undefined),
      ),
      TE.flatMap((environments) =>
        environments === undefined
          ? TE.right([])
          : TE.sequenceSeqArray([null, ...environments.map((one) => one.id)].map(expireInJar(ports, id))),
      ),
    );

/** Lists all workspaces, including those that were removed from the list, because they may be opened again. */
const listWorkspaceIds = ({ store: { workspaces } }: Ports): AppResult<readonly WorkspaceId[]> =>
  pipe(
    TE.Do,
    TE.apS('listed', workspaces.all()),
    TE.apS('hidden', workspaces.hidden()),
    TE.map(({ listed, hidden }) =>
      [...listed, ...hidden.map(({ workspace }) => workspace)].map(({ id }) => id),
    ),
  );

/** Deletes the session cookies of the workspaces that want this at startup. Reads the workspaces only if there are session cookies. */
export const endSessionCookies = (ports: Ports): AppResult<unknown> =>
  pipe(
    ports.store.cookies.all(),
    TE.flatMap((cookies) => (cookies.some(isSession) ? listWorkspaceIds(ports) : TE.right([]))),
    TE.flatMap((ids) => TE.sequenceSeqArray(ids.map(expireInWorkspace(ports)))),
  );
