import type { AppResult, Workspace, WorkspaceFolder } from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import type { StoreAccess } from '../transaction.js';

/** The folder of a workspace, with the memory of its last synchronization. */
export const loadWorkspaceFolder = (
  { store }: StoreAccess,
  { id, path }: Pick<Workspace, 'id' | 'path'>,
): AppResult<WorkspaceFolder> =>
  pipe(
    store.folderMemories.base(id, id),
    TE.map((base) => ({ path, base })),
  );
