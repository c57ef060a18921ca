import { struct } from '@tandem/core/codec';
import { type AppResult, deletedWorkspaceDays, type Ports, type WorkspaceId } from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import type { Transaction } from '../transaction.js';
import { DeletedWorkspaces } from './workspace-arguments.js';
import { operation, readEffects } from '../operation.js';

/** Prepares opening the folder of a workspace that is not listed: restores a removed workspace, and forgets a deleted one. */
export const reopenHiddenWorkspace =
  ({ store: { workspaces } }: Transaction) =>
  (path: string): AppResult<void> =>
    pipe(
      workspaces.hidden(),
      TE.flatMap((hidden) => {
        const found = hidden.find(({ workspace }) => workspace.path === path);
        if (found === undefined) return TE.right(undefined);
        return found.hiding === 'removed'
          ? workspaces.unhide(found.workspace.id)
          : workspaces.remove(found.workspace.id);
      }),
    );

const dayMs = 24 * 60 * 60 * 1000;

/** Lists the deleted workspaces that can still be restored. */
export const listDeletedWorkspaces = (ports: Ports) => (): AppResult<DeletedWorkspaces> =>
  pipe(
    ports.store.workspaces.hidden(),
    TE.map((hidden) => ({
      workspaces: hidden
        .filter(({ hiding }) => hiding === 'deleted')
        .map(({ workspace: { id, name, path }, at }) => {
          const endsAt = new Date(Date.parse(at) + deletedWorkspaceDays * dayMs).toISOString();
          return { id, name, path, deletedAt: at, endsAt };
        }),
    })),
  );

export const workspacesDeleted = operation({
  name: 'workspaces_deleted',
  title: 'Deleted workspaces',
  description: 'Lists the deleted workspaces that can be restored.',
  audience: 'person',
  arguments: struct('workspaces_deleted arguments', {}),
  result: DeletedWorkspaces,
  effects: readEffects,
  useCase: 'workspaces.deleted',
  run: ({ ports }) => listDeletedWorkspaces(ports),
});

/** Deletes for good the workspaces that were deleted too long ago. Usually finds none, and then writes nothing. */
export const dropDeletedWorkspaces = (ports: Ports): AppResult<readonly WorkspaceId[]> => {
  const until = new Date(ports.clock.now().getTime() - deletedWorkspaceDays * dayMs).toISOString();
  return pipe(
    ports.store.workspaces.hidden(),
    TE.map((hidden) => hidden.filter(({ hiding, at }) => hiding === 'deleted' && at < until)),
    TE.flatMap((old) =>
      TE.sequenceSeqArray(
        old.map(({ workspace: { id } }) =>
          pipe(
            ports.store.workspaces.remove(id),
            TE.map(() => id),
          ),
        ),
      ),
    ),
  );
};
