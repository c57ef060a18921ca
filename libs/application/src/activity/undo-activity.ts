import {
  type Activity,
  type ActivityField,
  type AppError,
  type AppResult,
  type EnvironmentView,
  type FolderId,
  invalidInput,
  isRequestKind,
  type KeptActivity,
  kindNamed,
  type Ports,
  type RequestId,
  type SavedRequest,
  type Store,
} from '@tandem/core';
import { ownValue } from '@tandem/core/codec';
import { pipe, TE } from '@tandem/core/fp';

import { inTransaction, type Transaction } from '../transaction.js';
import { restoreFolder } from '../usecases/delete-folder.js';
import { deleteEnvironment, environmentsIn } from '../usecases/environments.js';
import { findIn } from '../usecases/find-environment.js';
import { resolveWorkspace } from '../usecases/resolve-workspace.js';
import { restoreEnvironment } from '../usecases/restore-environment.js';
import { restoreRequest } from '../usecases/restore-request.js';
import { changeSaved } from '../usecases/saved-requests.js';
import type { ActivityUndone, UndoActivity } from './activity-arguments.js';
import { isSameJson } from './field-values.js';
import { fieldsBefore } from './record-changes.js';
import { undoEnvironment } from './undo-environment.js';

const refused = (id: string, why: string): AppResult<never> =>
  TE.left<AppError>(invalidInput('id', why, { expected: 'the id of a change that can be undone', got: id }));

const done: ActivityUndone = { isUndone: true, kept: [] };

/** What undoes an update: the fields that still have what it set, and the names of the others. */
const editsOf = (fields: readonly ActivityField[], present: Readonly<Record<string, unknown>>) => {
  const changed = fields.filter(({ name, before }) => !isSameJson(before, ownValue(present, name)));
  const isAsMade = ({ name, after }: ActivityField): boolean => isSameJson(after, ownValue(present, name));
  return {
    edits: Object.fromEntries(changed.filter(isAsMade).map(({ name, before }) => [name, before])),
    kept: changed.filter((field) => !isAsMade(field)).map(({ name }) => name),
  };
};

const undoOfEnvironment = (transaction: Transaction, entry: KeptActivity): AppResult<ActivityUndone> => {
  const { workspaceId, entityId } = entry.activity;
  return pipe(
    environmentsIn(transaction, workspaceId),
    TE.flatMap((within) => findIn(within, entityId)),
    TE.flatMap((present) => undoEnvironment(transaction, workspaceId)(fieldsBefore(entry), present)),
  );
};

const undoUpdate = (transaction: Transaction, entry: KeptActivity): AppResult<ActivityUndone> => {
  const { id, entity, entityId } = entry.activity;
  if (!isRequestKind(entity) && entity !== 'environment')
    return refused(id, 'is no change that can be undone');
  const fields = fieldsBefore(entry);
  if (fields.some((field) => !('before' in field)))
    return refused(id, 'cannot be undone; its values were too long to be kept');
  if (entity === 'environment') return undoOfEnvironment(transaction, entry);
  const kind = kindNamed(entity);
  return pipe(
    resolveWorkspace(transaction)(entry.activity.workspaceId),
    TE.bindTo('workspace'),
    TE.bind('present', ({ workspace }) => kind.of(transaction.store).get(workspace.id, entityId)),
    TE.flatMap(({ workspace, present }) => {
      const { edits, kept } = editsOf(fields, present as unknown as Readonly<Record<string, unknown>>);
      if (Object.keys(edits).length === 0) return TE.right({ isUndone: kept.length === 0, kept });
      return pipe(
        changeSaved(kind)(transaction)(workspace, entityId, edits),
        TE.map(() => ({ isUndone: true, kept })),
      );
    }),
  );
};

const restoreDeleted = (
  transaction: Transaction,
  { activity, restores }: KeptActivity,
): AppResult<ActivityUndone> => {
  const { request, nexts } = restores as {
    readonly request: SavedRequest;
    readonly nexts: readonly RequestId[];
  };
  return pipe(
    transaction.store.requestPlaces.list(activity.workspaceId, request.folder),
    TE.flatMap((order) => {
      const present = new Set(order.map(({ id }) => id));
      const before = nexts.find((id) => present.has(id));
      return restoreRequest(transaction)({ request, ...(before === undefined ? {} : { before }) });
    }),
    TE.map((restored) => ({ ...done, request: restored })),
  );
};

const undoDeletion = (transaction: Transaction, entry: KeptActivity): AppResult<ActivityUndone> => {
  const { activity, restores } = entry;
  const { id, workspaceId, entity, entityId } = activity;
  if (entity === 'folder')
    return pipe(
      restoreFolder(transaction)({ workspaceId, id: entityId as FolderId }),
      TE.map(() => done),
    );
  if (restores === null) return refused(id, 'cannot be undone; what was deleted was too long to be kept');
  if (isRequestKind(entity)) return restoreDeleted(transaction, entry);
  const { environment } = restores as { readonly environment: EnvironmentView };
  return pipe(
    restoreEnvironment(transaction)({ workspaceId, environment }),
    TE.map(() => done),
  );
};

const undo = (transaction: Transaction, entry: KeptActivity): AppResult<ActivityUndone> => {
  const { id, workspaceId, entity, entityId, op, undone } = entry.activity;
  if (undone === true) return refused(id, 'was undone already');
  if (op === 'updated') return undoUpdate(transaction, entry);
  if (op === 'deleted') return undoDeletion(transaction, entry);
  if (entity === 'environment')
    return pipe(
      deleteEnvironment(transaction)({ workspaceId, id: entityId }),
      TE.map(() => done),
    );
  if (!isRequestKind(entity)) return refused(id, 'is no change that can be undone');
  return pipe(
    kindNamed(entity).of(transaction.store).remove(workspaceId, entityId),
    TE.map(() => done),
  );
};

/** The entry with what the caller knows about the place of a deleted request. */
const withNexts = (entry: KeptActivity, nexts: UndoActivity['nexts']): KeptActivity =>
  nexts === undefined || entry.restores === null
    ? entry
    : { ...entry, restores: { ...(entry.restores as object), nexts } };

const undidOf = ({ entity, op, name, by, script }: Activity): NonNullable<Activity['undid']> => ({
  entity,
  op,
  name,
  ...(by === undefined ? {} : { by }),
  ...(script ? { script } : {}),
});

/**
 * Undoes a change, and marks its entry.
 * @param storeFor a store that records its changes as those of an undo
 */
export const undoActivity =
  (ports: Ports, storeFor: (occasion: { readonly undid: Activity['undid'] }) => Store) =>
  ({ workspaceId, id, nexts }: UndoActivity): AppResult<ActivityUndone> =>
    pipe(
      resolveWorkspace(ports)(workspaceId),
      TE.bindTo('workspace'),
      TE.bind('found', ({ workspace }) => ports.store.activities.get(workspace.id, id)),
      TE.flatMap(({ workspace, found }) =>
        inTransaction({ ...ports, store: storeFor({ undid: undidOf(found.activity) }) }, (transaction) =>
          pipe(
            transaction.store.activities.get(workspace.id, id),
            TE.bindTo('entry'),
            TE.bind('result', ({ entry }) => undo(transaction, withNexts(entry, nexts))),
            TE.tap(({ entry: { activity, restores }, result }) =>
              result.isUndone
                ? transaction.store.activities.replace({ activity: { ...activity, undone: true }, restores })
                : TE.right(undefined),
            ),
            TE.map(({ result }) => result),
          ),
        ),
      ),
    );
