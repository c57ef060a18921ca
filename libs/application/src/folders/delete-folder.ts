import {
  type AppResult,
  type DeletedFolder,
  type FolderBase,
  type FolderId,
  isWithin,
  getKindRecordById,
  getParentFolder,
  type SavedRequest,
  type WorkspaceId,
  Folder,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { type Transaction, runAtomically } from '../transaction.js';
import { DeleteFolderArguments, FolderDeleted, RestoreFolderArguments } from './folder-arguments.js';
import { ensureFolders, findFolder, loadFolders, listRequestsWithin } from './folder-tree.js';
import { operation, replaceEffects, addEffects } from '../operation.js';

/** Deletes a folder with its contents, which stay stored so that they can be restored. */
export const deleteFolder =
  ({ store }: Transaction) =>
  ({ workspaceId, id, ifRevision }: DeleteFolderArguments): AppResult<FolderDeleted> =>
    pipe(
      loadFolders({ store })(workspaceId),
      TE.bind('folder', ({ all }) => findFolder(all, id)),
      TE.bind('requests', ({ workspace, folder }) => listRequestsWithin(store, workspace.id, folder.path)),
      TE.flatMap(({ workspace, all, folder, requests }) => {
        const folders = all.filter(({ path }) => isWithin(folder.path, path));
        const inside = folders.filter((one) => one.id !== folder.id);
        return pipe(
          store.folders.keepDeleted(workspace.id, { id: folder.id, folders, requests }),
          // The folder must be announced first: its change tells listeners why the others follow.
          TE.flatMap(() => store.folders.remove(workspace.id, folder.id, ifRevision)),
          TE.flatMap(() =>
            TE.sequenceSeqArray(inside.map((one) => store.folders.remove(workspace.id, one.id))),
          ),
          TE.flatMap(() =>
            TE.sequenceSeqArray(
              requests.map(({ request }) =>
                getKindRecordById(request.id).of(store).remove(workspace.id, request.id),
              ),
            ),
          ),
          TE.map(() => ({
            deleted: folder.id,
            path: folder.path,
            folders: inside.length,
            requests: requests.length,
          })),
        );
      }),
    );

export const foldersDelete = operation({
  name: 'folders_delete',
  successor: 'folders_edit',
  title: 'Delete a folder',
  description: 'With everything in it; returns how much that was.',
  arguments: DeleteFolderArguments,
  result: FolderDeleted,
  effects: replaceEffects,
  showsSaved: true,
  useCase: 'folders.remove',
  run: ({ ports, takeBack }) => takeBack(runAtomically(ports, deleteFolder)),
});

const loadDeletedFolder = (
  { store }: Transaction,
  workspaceId: WorkspaceId,
  id: FolderId,
): AppResult<DeletedFolder> =>
  pipe(
    store.folders.deleted(workspaceId, id),
    TE.flatMap((deleted): AppResult<DeletedFolder> =>
      deleted === null ? TE.left({ kind: 'not-found', entity: 'folder', ref: id }) : TE.right(deleted),
    ),
  );

/** Creates a function that gives an entity a revision which nobody has seen, not even the last synchronization. */
const createReviser = (bases: readonly FolderBase[], updatedAt: string) => {
  const seen = new Map(bases.map(({ id, revision }) => [id, revision]));
  return <A extends { readonly id: string; readonly revision: number }>(entity: A): A => ({
    ...entity,
    revision: Math.max(entity.revision, seen.get(entity.id) ?? 0) + 1,
    updatedAt,
  });
};

/** Restores a folder with the contents that were deleted with it. Leaves contents that exist again as they are. */
export const restoreFolder =
  (transaction: Transaction) =>
  ({ workspaceId, id }: RestoreFolderArguments): AppResult<Folder> => {
    const { store, clock } = transaction;
    return pipe(
      loadFolders({ store })(workspaceId),
      TE.bind('deleted', ({ workspace }) => loadDeletedFolder(transaction, workspace.id, id)),
      TE.bind('positions', ({ workspace }) => store.requestPositions.list(workspace.id)),
      TE.bind('memory', ({ workspace }) => store.folderMemories.get(workspace.id)),
      TE.flatMap(({ workspace, all, deleted, positions, memory }) => {
        const revised = createReviser(memory.bases, clock.now().toISOString());
        const taken = new Set(all.flatMap((one) => [one.id, one.path]));
        const folders = deleted.folders.filter((one) => !taken.has(one.id) && !taken.has(one.path));
        const present = new Set(positions.map((position) => position.id));
        const requests = deleted.requests.filter(({ request }) => !present.has(request.id));
        const path = deleted.folders.find((one) => one.id === id)?.path ?? '';
        return pipe(
          ensureFolders(transaction, workspace.id, [getParentFolder(path)]),
          TE.flatMap(() => TE.sequenceSeqArray(folders.map((one) => store.folders.create(revised(one))))),
          TE.flatMap(() =>
            TE.sequenceSeqArray(
              requests.map(({ request, seq }) =>
                getKindRecordById(request.id).of(store).create(revised<SavedRequest>(request), seq),
              ),
            ),
          ),
          TE.flatMap(() => store.folders.forgetDeleted(workspace.id, id)),
          TE.flatMap(() => store.folders.list(workspace.id)),
          TE.flatMap((now) => findFolder(now, now.some((one) => one.id === id) ? id : path)),
        );
      }),
    );
  };

export const foldersRestore = operation({
  name: 'folders_restore',
  title: 'Restore a folder',
  description: 'Restores a deleted folder with everything that was in it.',
  audience: 'person',
  arguments: RestoreFolderArguments,
  result: Folder,
  effects: addEffects,
  showsSaved: true,
  useCase: 'folders.restore',
  run: ({ ports }) => runAtomically(ports, restoreFolder),
});
