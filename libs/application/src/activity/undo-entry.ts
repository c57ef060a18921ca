import {
  type Activity,
  type ActivityField,
  type AppResult,
  type Environment,
  environmentView,
  type EnvironmentView,
  getKindRecord,
  isRequestKind,
  type Pair,
  type RequestId,
  type SavedRequest,
  type StoredActivity,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { editEnvironment, restoreEnvironment } from '../environments/edit-environment.js';
import {
  deleteEnvironment,
  loadEnvironmentTransaction,
  updateEnvironment,
} from '../environments/environments.js';
import { findIn } from '../environments/load-environments.js';
import { restoreRequest } from '../requests/restore-request.js';
import { changeSaved } from '../requests/saved-requests.js';
import type { Transaction } from '../transaction.js';
import { resolveWorkspace } from '../workspaces/resolve-workspace.js';
import { refuseName } from '../workspaces/workspaces.js';
import { isSameJson } from './field-values.js';
import type { LaterChanges } from './later-changes.js';
import { getSecretsSnapshot, restoreFields, type SecretsSnapshot } from './record-changes.js';
import { emptyUndo, planFieldUndo, refuseUndo, removeEdit, type UndoneEntry } from './undo-fields.js';
import { undoFolderChange, undoFolderCreation, undoFolderDeletion } from './undo-folder.js';

type Pairs = readonly Pair[];

const findByName = (pairs: Pairs, name: string): Pair | undefined => pairs.find((one) => one.name === name);

const listNames = (...lists: readonly Pairs[]): readonly string[] => [
  ...new Set(lists.flat().map(({ name }) => name)),
];

/** Restores one name in `pairs`: its value and position in `before`, or removes it if `before` lacks it. */
const restoreEarlierPair = (pairs: Pairs, before: Pairs, name: string): Pairs => {
  const old = findByName(before, name);
  if (old === undefined) return pairs.filter((one) => one.name !== name);
  if (findByName(pairs, name) !== undefined) return pairs.map((one) => (one.name === name ? old : one));
  const at = before.indexOf(old);
  return [...pairs.slice(0, at), old, ...pairs.slice(at)];
};

/** Restores the values of the names that nobody has changed since. */
const undoPairs = (
  { before, after }: { readonly before: Pairs; readonly after: Pairs },
  present: Pairs,
  isChangedSince: (name: string) => boolean,
): { readonly pairs: Pairs; readonly isKept: boolean } => {
  if (isSameJson(after, present) && !after.some(({ name }) => isChangedSince(name)))
    return { pairs: before, isKept: false };
  const changed = listNames(before, after).filter(
    (name) => !isSameJson(findByName(before, name), findByName(after, name)),
  );
  const differing = changed.filter(
    (name) => !isSameJson(findByName(before, name), findByName(present, name)),
  );
  const isAsMade = (name: string): boolean =>
    isSameJson(findByName(after, name), findByName(present, name)) && !isChangedSince(name);
  const pairs = differing
    .filter(isAsMade)
    .reduce<Pairs>((all, name) => restoreEarlierPair(all, before, name), present);
  return { pairs, isKept: !differing.every(isAsMade) };
};

const factNames = ['name', 'color', 'description', 'extends'] as const;

/** The previous values of the facts that nobody has changed since, and the names of the other facts. */
const undoFacts = (fields: readonly ActivityField[], present: Environment, later: LaterChanges) => {
  const changed = fields.flatMap(({ name, before, after }) => {
    const fact = factNames.find((one) => one === name);
    return fact === undefined || present[fact] === before ? [] : [{ fact, before, after }];
  });
  const isAsMade = ({ fact, after }: (typeof changed)[number]): boolean =>
    present[fact] === after && later.of(fact) === undefined;
  return {
    patch: Object.fromEntries(changed.filter(isAsMade).map(({ fact, before }) => [fact, before])),
    kept: changed.filter((one) => !isAsMade(one)).map(({ fact }): string => fact),
  };
};

/** The values that an update of an environment set. */
interface EnvironmentUpdate {
  readonly fields: readonly ActivityField[];
  /** Undefined if the secrets cannot be undone because their values were not stored. */
  readonly secrets: SecretsSnapshot | undefined;
}

/** Undoes an update of an environment: its facts, its variables and its secrets, except those that somebody has changed since. */
const undoEnvironment =
  (transaction: Transaction, workspaceId: string) =>
  (
    { fields, secrets: change }: EnvironmentUpdate,
    present: Environment,
    later: LaterChanges,
  ): AppResult<UndoneEntry> => {
    const { patch, kept } = undoFacts(fields, present, later);
    const field = fields.find(({ name }) => name === 'variables');
    const undone = (list: 'variables' | 'secrets', change: SecretsSnapshot) =>
      undoPairs(change, present[list], (name) => later.of(list, name) !== undefined);
    const variables = undone('variables', {
      before: (field?.before ?? []) as Pairs,
      after: (field?.after ?? []) as Pairs,
    });
    const secrets = undone('secrets', change ?? { before: [], after: [] });
    const { id } = present;
    const next = {
      variables: field === undefined ? present.variables : variables.pairs,
      secrets: change === undefined ? present.secrets : secrets.pairs,
    };
    const isForgotten = change === undefined && fields.some(({ name }) => name === 'secrets');
    const hasFacts = Object.keys(patch).length > 0;
    const hasPairs = !isSameJson(next, { variables: present.variables, secrets: present.secrets });
    const rows = [...next.variables, ...next.secrets.map((one) => ({ ...one, secret: true }))];
    // Only a person may change a guard, so an undo never restores one: the previous guard may have been weaker.
    const guards = fields.filter(
      ({ name, before }) =>
        (name === 'guard' || name === 'proposedGuard') && !isSameJson(before, present[name]),
    );
    const stays = [
      ...kept,
      ...(field !== undefined && variables.isKept ? ['variables'] : []),
      ...(isForgotten || (change !== undefined && secrets.isKept) ? ['secrets'] : []),
      ...guards.map(({ name }) => name),
    ];
    const view = environmentView(present, null);
    return pipe(
      hasFacts ? updateEnvironment(transaction)({ workspaceId, id, ...patch }) : TE.right(view),
      TE.flatMap((updated) =>
        hasPairs ? editEnvironment(transaction)({ workspaceId, id, rows }) : TE.right(updated),
      ),
      TE.map(() => ({ isUndone: hasFacts || hasPairs || stays.length === 0, kept: stays })),
    );
  };

/** The result for a change whose fields all stay because somebody else has changed them since. */
const createSkippedUndo = ({ fields }: Activity): UndoneEntry => ({
  isUndone: false,
  kept: fields.map(({ name }) => name),
});

const undoRequestChange = (
  transaction: Transaction,
  { activity: { entity, entityId, workspaceId } }: StoredActivity,
  fields: readonly ActivityField[],
  later: LaterChanges,
): AppResult<UndoneEntry> => {
  if (!isRequestKind(entity)) return TE.right(emptyUndo);
  const kind = getKindRecord(entity);
  return pipe(
    resolveWorkspace(transaction)(workspaceId),
    TE.bindTo('workspace'),
    TE.bind('present', ({ workspace }) => kind.of(transaction.store).get(workspace.id, entityId)),
    TE.bind('folders', () => transaction.store.folders.list(workspaceId)),
    TE.flatMap(({ workspace, present, folders }) => {
      const isThere = (path: unknown): boolean => path === '' || folders.some((one) => one.path === path);
      const wanted = planFieldUndo(fields, { ...present }, later);
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

/**
 * Undoes a rename of a workspace. Other changes of workspaces cannot be undone, because only people decide, in the window, which workspaces
 * are listed.
 */
const undoWorkspaceChange = (
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

const undoEnvironmentChange = (
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
      return undoEnvironmentChange(transaction, entry, fields, later);
    case 'folder':
      return undoFolderChange(transaction, entry, fields, later);
    case 'workspace':
      return undoWorkspaceChange(transaction, entry, fields, later);
    default:
      return isRequestKind(entity)
        ? undoRequestChange(transaction, entry, fields, later)
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
    transaction.store.requestPositions.list(activity.workspaceId, request.folder),
    TE.flatMap((order) => {
      const present = new Set(order.map(({ id }) => id));
      const before = kept.nexts.find((id) => present.has(id));
      return restoreRequest(transaction)({ request, ...(before === undefined ? {} : { before }) });
    }),
    TE.map((restored) => ({ ...emptyUndo, request: restored })),
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
    TE.map(() => emptyUndo),
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
      TE.map(() => emptyUndo),
    );
  if (!isRequestKind(entity)) return refuseUndo(id, 'is no change that can be undone');
  return pipe(
    getKindRecord(entity).of(transaction.store).remove(workspaceId, entityId),
    TE.map(() => emptyUndo),
  );
};

/** Undoes one change, but leaves the values that a later change has set. */
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
