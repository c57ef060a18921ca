import {
  type Activity,
  type AppResult,
  type Author,
  type StoredActivity,
  type Ports,
  type Store,
  type Workspace,
} from '@tandem/core';
import { pipe, TE } from '@tandem/core/fp';

import { withTransaction, type Transaction } from '../transaction.js';
import { resolveWorkspace } from '../workspaces/resolve-workspace.js';
import {
  ActivityUndone,
  listNewerEntries,
  selectEntries,
  type StayingFields,
  UndoActivityArguments,
} from './list-activity.js';
import { isSameAuthor, findLaterChanges, type LaterChanges } from './later-changes.js';
import { undoEntry } from './undo-entry.js';
import { emptyUndo, type UndoneEntry } from './undo-fields.js';
import { operation, replaceEffects } from '../operation.js';

/** Adds the caller's order of requests to an entry, so that a deleted request returns to the position that the caller saw. */
const addNexts = (entry: StoredActivity, nexts: UndoActivityArguments['nexts']): StoredActivity =>
  nexts === undefined || entry.restores === null
    ? entry
    : { ...entry, restores: { ...(entry.restores as object), nexts } };

/** A transaction, and the author of the undo. */
interface UndoTransaction extends Transaction {
  readonly author: Author;
}

/** Marks an entry as undone. */
const markUndone = (
  { store: { activities }, author: { by } }: UndoTransaction,
  { activity, restores }: StoredActivity,
): AppResult<unknown> =>
  pipe(
    activities.replace({
      activity: { ...activity, undone: true, ...(by === undefined ? {} : { undoneBy: by }) },
      restores,
    }),
    TE.flatMap(() =>
      TE.sequenceSeqArray(
        (activity.undoes ?? []).map((id) =>
          pipe(
            activities.get(activity.workspaceId, id),
            TE.flatMap(({ activity: { undone: _, undoneBy: __, ...again }, restores: its }) =>
              activities.replace({ activity: again, restores: its }),
            ),
            // The entry may have expired.
            TE.orElse((error) => (error.kind === 'not-found' ? TE.right(undefined) : TE.left(error))),
          ),
        ),
      ),
    ),
  );

interface UndoOutcome extends UndoneEntry {
  readonly activity: Activity;
}

/** Undoes one of several changes and reports what cannot be undone. */
const undoOne = (
  transaction: UndoTransaction,
  entry: StoredActivity,
  later: LaterChanges,
  isAlone: boolean,
): AppResult<UndoOutcome> => {
  const { activity } = entry;
  const everything = { isUndone: false, kept: activity.fields.map(({ name }) => name) };
  return pipe(
    undoEntry(transaction, entry, later),
    TE.orElse((error) =>
      isAlone || error.kind === 'storage-failed' ? TE.left(error) : TE.right<never, UndoneEntry>(everything),
    ),
    TE.tap(({ isUndone }) => (isUndone ? markUndone(transaction, entry) : TE.right(undefined))),
    TE.map((result) => ({ ...result, activity })),
  );
};

const findStayingFields = (
  { kept, isUndone, activity }: UndoOutcome,
  laterOf: (entry: Activity) => LaterChanges,
): readonly StayingFields[] => {
  if (isUndone && kept.length === 0) return [];
  const { entity, entityId, name } = activity;
  const later = laterOf(activity);
  const other = (kept[0] === undefined ? undefined : later.of(kept[0])) ?? later.of();
  const isOther = other !== undefined && !isSameAuthor(other, activity);
  return [
    { entity, entityId, name, fields: kept, ...(isOther && other.by !== undefined ? { by: other.by } : {}) },
  ];
};

/** Lists each entity once, with all its fields that an undo left unchanged. */
const mergeByEntity = (stays: readonly StayingFields[]): readonly StayingFields[] => {
  const all = new Map<string, StayingFields>();
  for (const one of stays) {
    const known = all.get(one.entityId);
    all.set(one.entityId, {
      ...one,
      ...known,
      fields: [...new Set([...(known?.fields ?? []), ...one.fields])],
    });
  }
  return [...all.values()];
};

const toUndoResult = (
  results: readonly UndoOutcome[],
  hasMore: boolean,
  laterOf: (entry: Activity) => LaterChanges,
): ActivityUndone => {
  const request = results.length === 1 ? results[0]?.request : undefined;
  const stays = mergeByEntity(results.flatMap((one) => findStayingFields(one, laterOf)));
  return {
    isUndone: results.some(({ isUndone }) => isUndone),
    kept: [...new Set(results.flatMap(({ kept }) => kept))],
    undone: results.filter(({ isUndone }) => isUndone).length,
    stays,
    ...(hasMore ? { hasMore } : {}),
    ...(request === undefined ? {} : { request }),
  };
};

/** Undoes entries one after another. */
type UndoEach = (entries: readonly Activity[]) => AppResult<readonly UndoOutcome[]>;

/**
 * Deletes an entity that the undone entries created instead of undoing its changes one by one. If it must stay, undoes only the changes.
 */
const undoCreated =
  (transaction: UndoTransaction, each: UndoEach, undone: Activity[]) =>
  (group: readonly Activity[]): AppResult<readonly UndoOutcome[]> => {
    const [creation, changes] = [
      group.filter(({ op }) => op === 'created'),
      group.filter(({ op }) => op !== 'created'),
    ];
    const settled = (activity: Activity): AppResult<UndoOutcome> =>
      pipe(
        transaction.store.activities.get(activity.workspaceId, activity.id),
        TE.flatMap((entry) => markUndone(transaction, entry)),
        TE.map(() => {
          undone.push(activity);
          return { ...emptyUndo, activity };
        }),
      );
    return pipe(
      each(creation),
      TE.flatMap((made) =>
        pipe(
          made.every(({ isUndone }) => isUndone)
            ? pipe(changes, TE.traverseSeqArray(settled))
            : each(changes),
          TE.map((others) => [...made, ...others]),
        ),
      ),
    );
  };

/** Groups the entries of each entity that these entries created and nothing else has changed. Other entries keep their order. */
const groupByCreation = (entries: readonly Activity[], laterOf: (entry: Activity) => LaterChanges) => {
  const deleted = new Set(entries.filter(({ op }) => op === 'deleted').map(({ entityId }) => entityId));
  const created = entries
    .filter((one) => one.op === 'created' && !deleted.has(one.entityId))
    .filter((one) => laterOf(one).byOthers() === undefined)
    .map(({ entityId }) => entityId);
  const isOf = new Set(created);
  return {
    others: entries.filter(({ entityId }) => !isOf.has(entityId)),
    created: created.map((id) => entries.filter(({ entityId }) => entityId === id)),
  };
};

const undoAll = (
  transaction: UndoTransaction,
  workspace: Workspace,
  input: UndoActivityArguments,
  undone: Activity[],
): AppResult<ActivityUndone> =>
  pipe(
    selectEntries(transaction.store, workspace.id, input, transaction.author),
    TE.bindTo('selected'),
    TE.bind('newer', ({ selected: { entries } }) =>
      listNewerEntries(transaction.store, workspace.id, entries),
    ),
    TE.flatMap(({ selected: { entries, hasMore }, newer }) => {
      const ids = new Set(entries.map(({ id }) => id));
      const { others, created } = groupByCreation(entries, findLaterChanges(newer, ids));
      const laterOf = findLaterChanges(newer, ids, new Set(created.flat().map(({ id }) => id)));
      const isAlone = input.id !== undefined;
      const each: UndoEach = TE.traverseSeqArray(({ id }) =>
        pipe(
          transaction.store.activities.get(workspace.id, id),
          TE.flatMap((entry) =>
            undoOne(transaction, addNexts(entry, input.nexts), laterOf(entry.activity), isAlone),
          ),
          TE.map((result) => {
            if (result.isUndone) undone.push(result.activity);
            return result;
          }),
        ),
      );
      return pipe(
        TE.Do,
        TE.bind('first', () => each(others)),
        TE.bind('last', () => pipe(created, TE.traverseSeqArray(undoCreated(transaction, each, undone)))),
        TE.map(({ first, last }) => toUndoResult([...first, ...last.flat()], hasMore, laterOf)),
      );
    }),
  );

/**
 * Undoes one change, or all changes of a session, of an author, of a group or since a time, in one transaction, newest first. Leaves what
 * others have changed since, and reports it. An agent can undo only its own changes.
 * @param storeFor creates a store that records its changes as those of an undo
 */
export const undoActivity =
  (
    ports: Ports,
    storeFor: (occasion: { readonly group?: string; readonly undone: readonly Activity[] }) => Store,
    author: Author,
  ) =>
  (input: UndoActivityArguments): AppResult<ActivityUndone> =>
    pipe(
      resolveWorkspace(ports)(input.workspaceId),
      TE.flatMap((workspace) => {
        const undone: Activity[] = [];
        const grouped = input.id === undefined ? { group: ports.ids.next() } : {};
        const store = storeFor({ undone, ...grouped });
        return pipe(
          withTransaction({ ...ports, store }, (transaction) => {
            // A transaction may be retried.
            undone.length = 0;
            return undoAll({ ...transaction, author }, workspace, input, undone);
          }),
          TE.map((result) => (result.isUndone ? { ...result, ...grouped } : result)),
        );
      }),
    );

export const activityUndo = operation({
  name: 'activity_undo',
  title: 'Undo a change',
  description: 'Undoes a change of the activity; fields that were changed since are kept and named.',
  audience: 'person',
  arguments: UndoActivityArguments,
  result: ActivityUndone,
  effects: replaceEffects,
  useCase: 'activity.undo',
  run: ({ ports, storeFor, author, takeBack }) => takeBack(undoActivity(ports, storeFor, author)),
});
