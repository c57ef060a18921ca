import {
  type ActivityField,
  type AppResult,
  type Folder,
  type FolderId,
  isWithin,
  type StoredActivity,
  getKindRecordById,
  type SavedRequest,
  type WorkspaceId,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import type { Transaction } from '../transaction.js';
import { deleteFolder, restoreFolder } from '../folders/delete-folder.js';
import { findFolder, type FolderForest, loadFolders, listRequestsWithin } from '../folders/folder-tree.js';
import { updateFolder } from '../folders/folders.js';
import { relocateFolder } from '../folders/move-folder.js';
import type { LaterChanges } from './later-changes.js';
import { emptyUndo, planFieldUndo, type UndoneEntry } from './undo-fields.js';

const editFolder = (
  transaction: Transaction,
  { workspace, all, root }: FolderForest,
  folder: Folder,
  { path, ...change }: Partial<Folder>,
): AppResult<Folder> =>
  folder.id === root.id
    ? updateFolder(transaction)({ workspaceId: workspace.id, id: '', ...change })
    : relocateFolder(transaction, { workspace, all }, folder, {
        to: path ?? folder.path,
        change,
        expected: folder.revision,
        argument: 'path',
      });

/** Restores the fields of a folder. Restoring its path also moves its contents back. */
export const undoFolderChange = (
  transaction: Transaction,
  { activity: { workspaceId, entityId } }: StoredActivity,
  fields: readonly ActivityField[],
  later: LaterChanges,
): AppResult<UndoneEntry> =>
  pipe(
    loadFolders(transaction)(workspaceId),
    TE.bindTo('forest'),
    TE.bind('folder', ({ forest: { all, root } }) =>
      root.id === entityId ? TE.right(root) : findFolder(all, entityId),
    ),
    TE.flatMap(({ forest, folder }) => {
      const { edits, kept } = planFieldUndo(fields, folder, later);
      if (Object.keys(edits).length === 0) return TE.right({ isUndone: kept.length === 0, kept });
      return pipe(
        editFolder(transaction, forest, folder, edits),
        TE.map(() => ({ isUndone: true, kept })),
      );
    }),
  );

/** Deletes the requests that were imported or copied into a folder, except those that were changed since. Keeps the folder if it is not empty then. */
const removeUnchanged = (
  { store }: Transaction,
  workspaceId: WorkspaceId,
  requests: readonly { readonly request: SavedRequest }[],
  later: LaterChanges,
): AppResult<UndoneEntry> =>
  pipe(
    requests.filter(({ request: { id } }) => later.byOthers(new Set([id])) === undefined),
    TE.traverseSeqArray(({ request: { id } }) => getKindRecordById(id).of(store).remove(workspaceId, id)),
    TE.map((removed) => ({ isUndone: removed.length > 0, kept: ['contents'] })),
  );

/**
 * Undoes the creation of a folder. Deletes a new folder only if it is empty. Deletes a folder that an undo had restored together with its
 * requests, unless somebody else has changed one since. Deletes an imported or copied folder too, or only its unchanged requests if
 * somebody else has changed some.
 */
export const undoFolderCreation = (
  transaction: Transaction,
  { activity: { workspaceId, entityId, undid, imported, copied } }: StoredActivity,
  later: LaterChanges,
): AppResult<UndoneEntry> =>
  pipe(
    loadFolders(transaction)(workspaceId),
    TE.bindTo('forest'),
    TE.bind('folder', ({ forest: { all } }) => findFolder(all, entityId)),
    TE.bind('requests', ({ folder }) => listRequestsWithin(transaction.store, workspaceId, folder.path)),
    TE.flatMap(({ forest: { all }, folder, requests }) => {
      const inside = all.filter((one) => one.id !== folder.id && isWithin(folder.path, one.path));
      const ids = new Set(
        [...inside, ...requests.map(({ request }) => request)].map(({ id }) => id as string),
      );
      const isMade = imported === true || copied === true;
      const isWhole = undid !== undefined || isMade;
      const isKept = isWhole ? later.byOthers(ids) !== undefined : ids.size > 0;
      if (isKept && isMade) return removeUnchanged(transaction, workspaceId, requests, later);
      if (isKept) return TE.right({ isUndone: false, kept: ['contents'] });
      return pipe(
        deleteFolder(transaction)({ workspaceId, id: entityId }),
        TE.map(() => emptyUndo),
      );
    }),
  );

/** Restores a folder with its contents. */
export const undoFolderDeletion = (
  transaction: Transaction,
  { activity: { workspaceId, entityId } }: StoredActivity,
): AppResult<UndoneEntry> =>
  pipe(
    restoreFolder(transaction)({ workspaceId, id: entityId as FolderId }),
    TE.map(() => emptyUndo),
  );
