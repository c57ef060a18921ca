import {
  type Activity,
  type ActivityField,
  type AppResult,
  type EnvironmentView,
  isRequestKind,
  type StoredActivity,
  getKindRecord,
  type RequestId,
  type SavedRequest,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import type { Transaction } from '../transaction.js';
import { deleteEnvironment, loadEnvironmentTransaction } from '../environments/environments.js';
import { findIn } from '../environments/find-environment.js';
import { resolveWorkspace } from '../workspaces/resolve-workspace.js';
import { restoreEnvironment } from '../environments/restore-environment.js';
import { restoreRequest } from '../requests/restore-request.js';
import { changeSaved } from '../requests/saved-requests.js';
import { refuseName } from '../workspaces/workspaces.js';
import type { LaterChanges } from './later-changes.js';
import { restoreFields, getSecretsSnapshot } from './record-changes.js';
import { undoEnvironment } from './undo-environment.js';
import {
  completedUndo,
  planFieldUndo,
  refuseUndo,
  type UndoneEntry,
  type Values,
  removeEdit,
} from './undo-fields.js';
import { undoFolderChange, undoFolderCreation, undoFolderDeletion } from './undo-folder.js';

/** What stays because somebody else changed it since. */
const createSkippedUndo = ({ fields }: Activity): UndoneEntry => ({
  isUndone: false,
  kept: fields.map(({ name }) => name),
});

const undoOfRequest = (
  transaction: Transaction,
  { activity: { entity, entityId, workspaceId } }: StoredActivity,
  fields: readonly ActivityField[],
  later: LaterChanges,
): AppResult<UndoneEntry> => {
  if (!isRequestKind(entity)) return TE.right(completedUndo);
  const kind = getKindRecord(entity);
  return pipe(
    resolveWorkspace(transaction)(workspaceId),
    TE.bindTo('workspace'),
    TE.bind('present', ({ workspace }) => kind.of(transaction.store).get(workspace.id, entityId)),
    TE.bind('folders', () => transaction.store.folders.list(workspaceId)),
    TE.flatMap(({ workspace, present, folders }) => {
      const isThere = (path: unknown): boolean => path === '' || folders.some((one) => one.path === path);
      const wanted = planFieldUndo(fields, present as unknown as Values, later);
      const { edits, kept } =
        'folder' in wanted.edits && !isThere(wanted.edits.folder) ? removeEdit('folder', wanted) : wanted;
      if (Object.keys(edits).length === 0) return TE.right({ isUndone: kept.length === 0, kept });
      return pipe(
        changeSaved(kind)(transaction)(workspace, entityId, edits),
        TE.map(() => ({ isUndone: true, kept })),
      );
    }),
  );
};

/** Only the name of a workspace can be undone. People decide in the window whether it is on the list. */
const undoOfWorkspace = (
  transaction: Transaction,
  { activity: { id, workspaceId } }: StoredActivity,
  fields: readonly ActivityField[],
  later: LaterChanges,
): AppResult<UndoneEntry> => {
  if (fields.some(({ name }) => name !== 'name')) return refuseUndo(id, 'is no change that can be undone');
  return pipe(
    transaction.store.workspaces.get(workspaceId),
    TE.flatMap((present) => {
      const { edits, kept } = planFieldUndo(fields, present, later);
      const { name } = edits;
      if (typeof name !== 'string') return TE.right({ isUndone: kept.length === 0, kept });
      const updatedAt = transaction.clock.now().toISOString();
      return pipe(
        refuseName(transaction)(name, present.id),
        TE.flatMap(() => transaction.store.workspaces.update({ ...present, name, updatedAt })),
        TE.map(() => ({ isUndone: true, kept })),
      );
    }),
  );
};

const undoOfEnvironment = (
  transaction: Transaction,
  entry: StoredActivity,
  fields: readonly ActivityField[],
  later: LaterChanges,
): AppResult<UndoneEntry> => {
  const { workspaceId, entityId } = entry.activity;
  return pipe(
    loadEnvironmentTransaction(transaction, workspaceId),
    TE.flatMap((within) => findIn(within, entityId)),
    TE.flatMap((present) =>
      undoEnvironment(transaction, workspaceId)(
        { fields, secrets: getSecretsSnapshot(entry) },
        present,
        later,
      ),
    ),
  );
};

const undoUpdate = (
  transaction: Transaction,
  entry: StoredActivity,
  later: LaterChanges,
): AppResult<UndoneEntry> => {
  const { id, entity } = entry.activity;
  const fields = restoreFields(entry);
  if (fields.some((field) => !('before' in field)))
    return refuseUndo(id, 'cannot be undone; its values were too long to be kept');
  switch (entity) {
    case 'environment':
      return undoOfEnvironment(transaction, entry, fields, later);
    case 'folder':
      return undoFolderChange(transaction, entry, fields, later);
    case 'workspace':
      return undoOfWorkspace(transaction, entry, fields, later);
    default:
      return isRequestKind(entity)
        ? undoOfRequest(transaction, entry, fields, later)
        : refuseUndo(id, 'is no change that can be undone');
  }
};

const restoreDeleted = (
  transaction: Transaction,
  { activity, restores }: StoredActivity,
  later: LaterChanges,
): AppResult<UndoneEntry> => {
  const kept = restores as { readonly request: SavedRequest; readonly nexts: readonly RequestId[] };
  const request = { ...kept.request, folder: later.pathNow(kept.request.folder) };
  return pipe(
    transaction.store.requestPlaces.list(activity.workspaceId, request.folder),
    TE.flatMap((order) => {
      const present = new Set(order.map(({ id }) => id));
      const before = kept.nexts.find((id) => present.has(id));
      return restoreRequest(transaction)({ request, ...(before === undefined ? {} : { before }) });
    }),
    TE.map((restored) => ({ ...completedUndo, request: restored })),
  );
};

const undoDeletion = (
  transaction: Transaction,
  entry: StoredActivity,
  later: LaterChanges,
): AppResult<UndoneEntry> => {
  const { activity, restores } = entry;
  const { id, workspaceId, entity } = activity;
  if (entity === 'folder') return undoFolderDeletion(transaction, entry);
  if (restores === null) return refuseUndo(id, 'cannot be undone; what was deleted was too long to be kept');
  if (isRequestKind(entity)) return restoreDeleted(transaction, entry, later);
  if (entity !== 'environment') return refuseUndo(id, 'is no change that can be undone');
  const { environment } = restores as { readonly environment: EnvironmentView };
  return pipe(
    restoreEnvironment(transaction)({ workspaceId, environment }),
    TE.map(() => completedUndo),
  );
};

const undoCreation = (
  transaction: Transaction,
  entry: StoredActivity,
  later: LaterChanges,
): AppResult<UndoneEntry> => {
  const { id, workspaceId, entity, entityId } = entry.activity;
  const other = later.byOthers();
  if (other !== undefined) return TE.right(createSkippedUndo(other));
  if (entity === 'folder') return undoFolderCreation(transaction, entry, later);
  if (entity === 'environment')
    return pipe(
      deleteEnvironment(transaction)({ workspaceId, id: entityId }),
      TE.map(() => completedUndo),
    );
  if (!isRequestKind(entity)) return refuseUndo(id, 'is no change that can be undone');
  return pipe(
    getKindRecord(entity).of(transaction.store).remove(workspaceId, entityId),
    TE.map(() => completedUndo),
  );
};

/** Undoes one change, except for what `later` changed since. */
export const undoEntry = (
  transaction: Transaction,
  entry: StoredActivity,
  later: LaterChanges,
): AppResult<UndoneEntry> => {
  const { id, op, undone } = entry.activity;
  if (undone === true) return refuseUndo(id, 'was undone already');
  if (op === 'updated') return undoUpdate(transaction, entry, later);
  return op === 'deleted' ? undoDeletion(transaction, entry, later) : undoCreation(transaction, entry, later);
};
