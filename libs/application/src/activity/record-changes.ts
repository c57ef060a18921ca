import {
  type Activity,
  type ActivityField,
  type AppError,
  type AppResult,
  type Author,
  createRedactor,
  defaultActivityLimits,
  type Environment,
  environmentView,
  type Folder,
  getParentFolder,
  isRequestKind,
  isWithin,
  mapInSlices,
  maxActivityValuesLength,
  movePath,
  type NewActivity,
  type PendingChange,
  type Pair,
  type Ports,
  type RecordChanges,
  type Redactor,
  type Repositories,
  type WorkspaceId,
} from '@tandem/core';
import { attempt, pipe, taskEither, TE } from '@tandem/core/fp';

import { findCommittedUntil } from '../git/git-context.js';
import { loadKnownSecrets } from '../secrets/secrets.js';
import { findChangedFields, isSameJson, mergeFields } from './field-values.js';

/** The author and time of a transaction's changes, their group, and the entries that they undo. */
interface ChangeContext extends Author {
  readonly at: string;
  readonly group?: string | undefined;
  readonly imported?: true | undefined;
  /** Whether the changes copy folders with their contents. */
  readonly copied?: true | undefined;
  /** Whether the changes move requests and folders. A folder that is created for them has an entry, for the undo. */
  readonly moved?: true | undefined;
  /** The entries that the changes undo. */
  readonly undone?: readonly Activity[] | undefined;
}

interface RecordedChange extends Omit<PendingChange, 'entity'> {
  readonly entity: Exclude<Activity['entity'], 'execution'>;
}

const unrecordedEntities: readonly PendingChange['entity'][] = [
  'order',
  'execution',
  'cookies',
  'approval',
  'prompt',
];

/** Whether a change gets an entry: changes of orders, executions and cookies do not, nor do changes that set no field. */
const isRecorded = (change: PendingChange): change is RecordedChange =>
  !unrecordedEntities.includes(change.entity) && (change.before ?? change.after) !== undefined;

/**
 * Merges the changes of each entity into one, from its state before the first to its state after the last. Leaves out entities that were
 * created and deleted again.
 */
const mergeChanges = (changes: readonly RecordedChange[]): readonly RecordedChange[] => {
  const byEntity = new Map<string, RecordedChange>();
  for (const change of changes) {
    const key = `${change.entity} ${change.id}`;
    const sooner = byEntity.get(key);
    if (sooner === undefined) byEntity.set(key, change);
    else if (sooner.op === 'created' && change.op === 'deleted') byEntity.delete(key);
    else if (sooner.op === 'deleted') byEntity.set(key, { ...change, op: 'updated', before: sooner.before });
    else
      byEntity.set(key, {
        ...change,
        op: change.op === 'deleted' ? 'deleted' : sooner.op,
        before: sooner.before,
      });
  }
  return [...byEntity.values()];
};

const getFolderPath = ({ entity }: RecordedChange, of: object | undefined): string | undefined => {
  if (of === undefined) return undefined;
  return entity === 'folder' ? (of as Folder).path : (of as { readonly folder?: string }).folder;
};

interface FolderMove {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

const applyMoves = (moves: readonly FolderMove[], path: string): string =>
  moves.reduce((now, { from, to }) => (isWithin(from, now) ? movePath(now, from, to) : now), path);

/**
 * Lists the moved folders, outer folders first. If an outer folder moved too, the move of an inner folder begins at its path after that
 * move.
 */
const listFolderMoves = (changes: readonly RecordedChange[]): readonly FolderMove[] => {
  const moved = changes.flatMap((one) => {
    const [from, to] = [getFolderPath(one, one.before), getFolderPath(one, one.after)];
    const isMoved = one.entity === 'folder' && from !== undefined && to !== undefined && from !== to;
    return isMoved ? [{ id: one.id, from, to }] : [];
  });
  return moved
    .sort((a, b) => a.from.length - b.from.length)
    .reduce<readonly FolderMove[]>((moves, one) => {
      const from = applyMoves(moves, one.from);
      return from === one.to ? moves : [...moves, { ...one, from }];
    }, []);
};

/**
 * Rewrites the changes as if the folders had moved first, with their contents. Then the contents need no entries, and an undo finds each
 * entity in the folder where its entry has it.
 */
const applyMovesFirst = (changes: readonly RecordedChange[]): readonly RecordedChange[] => {
  const moves = listFolderMoves(changes);
  if (moves.length === 0) return changes;
  const isMoved = new Set(moves.map(({ id }) => id));
  const placed = changes.map((change): RecordedChange => {
    const path = getFolderPath(change, change.before);
    if (path === undefined || change.before === undefined) return change;
    const now = applyMoves(
      moves.filter(({ id }) => id !== change.id),
      path,
    );
    const field = change.entity === 'folder' ? 'path' : 'folder';
    return now === path ? change : { ...change, before: { ...change.before, [field]: now } };
  });
  const isFirst = ({ id }: RecordedChange): boolean => isMoved.has(id);
  const first = placed.filter(isFirst).sort((a, b) => findMoveIndex(moves, a) - findMoveIndex(moves, b));
  return [...first, ...placed.filter((one) => !isFirst(one))];
};

const findMoveIndex = (moves: readonly FolderMove[], { id }: RecordedChange): number =>
  moves.findIndex((one) => one.id === id);

/**
 * Creates a predicate for changes that need no entry because they belong to the entry of a folder, such as the deletion of its requests.
 */
const createPartPredicate = (
  changes: readonly RecordedChange[],
  { undone = [], imported, copied, moved }: ChangeContext,
): ((change: RecordedChange) => boolean) => {
  const restored = undone.filter(({ entity, op }) => entity === 'folder' && op === 'deleted');
  const folders = changes.filter(({ entity }) => entity === 'folder');
  const pathsOf = (op: RecordedChange['op'], side: 'before' | 'after'): ReadonlySet<string> =>
    new Set(folders.flatMap((one) => (one.op === op ? (getFolderPath(one, one[side]) ?? []) : [])));
  const deleted = pathsOf('deleted', 'before');
  const made = pathsOf('created', 'after');
  const filled = changes.flatMap((one) =>
    one.op === 'deleted' ? [] : (getFolderPath(one, one.after) ?? []),
  );
  const isIn = (paths: ReadonlySet<string>, path: string, isFolder: boolean): boolean => {
    for (let at = isFolder ? getParentFolder(path) : path; at !== ''; at = getParentFolder(at))
      if (paths.has(at)) return true;
    return false;
  };
  return (change) => {
    const isFolder = change.entity === 'folder';
    if (!isFolder && !isRequestKind(change.entity)) return false;
    const [from, to] = [getFolderPath(change, change.before), getFolderPath(change, change.after)];
    if (change.op === 'deleted') return from !== undefined && isIn(deleted, from, isFolder);
    if (change.op === 'updated') return false;
    if (imported || copied) return isIn(made, to ?? '', isFolder);
    if (restored.some(({ name }) => isWithin(name, to ?? '') && !(isFolder && to === name))) return true;
    return (
      isFolder &&
      moved !== true &&
      !restored.some(({ name }) => to === name) &&
      filled.filter((one) => isWithin(to ?? '', one)).length > 1
    );
  };
};

const getName = ({ entity, before, after }: RecordedChange): string => {
  if (entity === 'folder') return ((before ?? after) as Folder | undefined)?.path ?? '';
  return ((after ?? before) as { readonly name?: string } | undefined)?.name ?? '';
};

/** The revision after a change, for entities with revisions. */
const getRevision = ({ after }: RecordedChange): { readonly revision?: number } => {
  const revision = (after as { readonly revision?: unknown } | undefined)?.revision;
  return typeof revision === 'number' ? { revision } : {};
};

const measureJson = (value: unknown): number => JSON.stringify(value ?? null).length;

/** Drops the values of the fields if they are too long together, and keeps the names. */
const limitFields = (fields: readonly ActivityField[]): readonly ActivityField[] =>
  measureJson(fields) > maxActivityValuesLength ? fields.map(({ name }) => ({ name })) : fields;

const describeUndoneEntry = ({ entity, op, name, by, script }: Activity): NonNullable<Activity['undid']> => ({
  entity,
  op,
  name,
  ...(by === undefined ? {} : { by }),
  ...(script ? { script } : {}),
});

/** Says which change a change of an entity undoes. If it undoes an undo, it names the change that the undo had reverted. */
const describeUndo = (
  entityId: string,
  { undone = [] }: ChangeContext,
): Pick<Activity, 'undid' | 'redo' | 'undoes'> | undefined => {
  const own = undone.filter((one) => one.entityId === entityId);
  const [newest] = own.length > 0 ? own : undone;
  if (newest === undefined) return undefined;
  const isRedo = newest.undid !== undefined && newest.redo !== true;
  return {
    undid: newest.undid ?? describeUndoneEntry(newest),
    ...(isRedo ? { redo: true } : {}),
    undoes: own.map((one) => one.id),
  };
};

/** The secrets of an environment before and after the change; null if it did not change them. */
const createSecretsSnapshot = ({ before, after }: RecordedChange): unknown => {
  const [old, now] = [before, after].map((one) => (one as Environment | undefined)?.secrets ?? []);
  return isSameJson(old, now) ? null : { secrets: { before: old, after: now } };
};

/** The data that an undo needs in addition to the fields. For a deletion, this is the deleted entity. */
const getRestoreData = (change: RecordedChange): unknown => {
  const { entity, op, before, nexts = [] } = change;
  if (entity === 'environment' && op === 'updated') return createSecretsSnapshot(change);
  if (op !== 'deleted' || before === undefined) return null;
  if (entity === 'environment') return { environment: environmentView(before as Environment, null) };
  if (!isRequestKind(entity) || measureJson(before) > maxActivityValuesLength) return null;
  return { request: before, nexts };
};

/** How many requests were deleted, imported or copied together with a folder. */
const countRequestsWithFolder = (
  changes: readonly RecordedChange[],
  { entity, op, before, after }: RecordedChange,
  { imported, copied }: ChangeContext,
): number | undefined => {
  if (entity !== 'folder' || !(op === 'deleted' || (op === 'created' && (imported || copied))))
    return undefined;
  const path = ((before ?? after) as Folder | undefined)?.path ?? '';
  const isIn = (one: RecordedChange): boolean =>
    isWithin(path, getFolderPath(one, one.before ?? one.after) ?? '');
  return changes.filter((one) => isRequestKind(one.entity) && one.op === op && isIn(one)).length;
};

/** Creates the entries for the changes of one transaction. */
const createEntries = async (
  noted: readonly PendingChange[],
  occasion: ChangeContext,
): Promise<readonly NewActivity[]> => {
  const changes = applyMovesFirst(mergeChanges(noted.filter(isRecorded)));
  const isPart = createPartPredicate(changes, occasion);
  const { at, by, kind, session, group, imported, copied } = occasion;
  const entries = await mapInSlices(changes, (change): readonly NewActivity[] => {
    if (isPart(change)) return [];
    const { workspaceId, entity, id, op, script, request } = change;
    const fields = op === 'deleted' ? [] : findChangedFields(entity, change);
    if (op === 'updated' && fields.length === 0) return [];
    const requests = countRequestsWithFolder(changes, change, occasion);
    const undo = describeUndo(id, occasion);
    const activity: NewActivity['activity'] = {
      workspaceId,
      at,
      entity,
      entityId: id,
      name: getName(change),
      op,
      fields: limitFields(fields),
      ...(by === undefined ? {} : { by }),
      ...(kind === undefined ? {} : { kind }),
      ...(session === undefined ? {} : { session }),
      ...(group === undefined ? {} : { group }),
      ...(imported ? { imported } : {}),
      ...(copied && entity === 'folder' && op === 'created' ? { copied } : {}),
      ...getRevision(change),
      ...(script ? { script } : {}),
      ...(request === undefined ? {} : { request }),
      ...(requests === undefined ? {} : { requests }),
      ...undo,
    };
    return [{ activity, restores: getRestoreData(change) }];
  });
  return entries.flat();
};

/** How soon an update must follow the newest one to be merged into its entry, in milliseconds. */
const sharedMs = 5_000;

/**
 * The fields of an entry with their original values, which an undo restores. If secrets were redacted in the fields, the originals are
 * stored beside them.
 */
export const restoreFields = ({ activity, restores }: NewActivity): Activity['fields'] => {
  const stored = (restores as { readonly fields?: Activity['fields'] } | null)?.fields;
  return stored ?? activity.fields;
};

/** The secrets of an environment before and after an update. They are stored beside the entry, which contains no secret values. */
export type SecretsSnapshot = Readonly<Record<'before' | 'after', readonly Pair[]>>;

/** The secrets that an update changed. Undefined if it changed none, or an older version recorded it. */
export const getSecretsSnapshot = ({ restores }: NewActivity): SecretsSnapshot | undefined =>
  (restores as { readonly secrets?: SecretsSnapshot } | null)?.secrets;

/** Merges the snapshots of the secrets of two consecutive updates. */
const mergeSecretsSnapshots = (first: NewActivity, second: NewActivity): unknown => {
  const [one, other] = [getSecretsSnapshot(first), getSecretsSnapshot(second)];
  const before = one?.before ?? other?.before;
  const after = other?.after ?? one?.after;
  return before === undefined ? null : { secrets: { before, after } };
};

/** Redacts secrets in the fields of an entry. If there were any, the original fields are stored beside it. */
const redactEntrySecrets = (entry: NewActivity, redactor: Redactor): NewActivity => {
  const { activity, restores } = entry;
  const fields = redactor.json(activity.fields) as Activity['fields'];
  const name = redactor.text(activity.name);
  const shown = { activity: { ...activity, name, fields }, restores };
  return isSameJson(fields, activity.fields)
    ? shown
    : { ...shown, restores: { ...(restores as object | null), fields: activity.fields } };
};

const sharedKeys = ['op', 'entityId', 'by', 'session', 'group', 'request', 'script'] as const;

/** Whether an entry belongs to the same update as the newest entry, unless a commit ended it. */
const isContinuation = ({ activity: next }: NewActivity, newest: Activity): boolean =>
  newest.op === 'updated' &&
  sharedKeys.every((key) => newest[key] === next[key]) &&
  newest.undid === undefined &&
  next.undid === undefined &&
  newest.undone !== true &&
  Math.abs(Date.parse(next.at) - Date.parse(newest.at)) < sharedMs;

/**
 * Merges a single new entry into the newest one if it continues it. A commit ends an update, so that its undo changes nothing committed.
 * Returns whether the entries were merged.
 */
const extendNewestEntry = (
  ports: Ports,
  repositories: Repositories,
  entries: readonly NewActivity[],
  redactor: Redactor,
): AppResult<boolean> =>
  taskEither(function* () {
    const { activities } = repositories;
    const [entry] = entries;
    if (entry === undefined || entries.length > 1) return false;
    const { workspaceId } = entry.activity;
    const { items } = yield* attempt(activities.list(workspaceId, { take: 1 }));
    const [newest] = items;
    if (!newest || !isContinuation(entry, newest)) return false;
    const committed = yield* attempt(findCommittedUntil(ports, repositories, workspaceId));
    if (committed !== undefined && newest.at <= committed) return false;
    const kept = yield* attempt(activities.get(workspaceId, newest.id));
    const fields = limitFields(mergeFields(restoreFields(kept), entry.activity.fields));
    const restores = mergeSecretsSnapshots(kept, entry);
    const both = redactEntrySecrets({ activity: { ...entry.activity, fields }, restores }, redactor);
    yield* attempt(activities.replace({ ...both, activity: { ...both.activity, id: newest.id } }));
    return true;
  });

const groupByWorkspace = (
  entries: readonly NewActivity[],
): readonly (readonly [WorkspaceId, readonly NewActivity[]])[] => {
  const ids = [...new Set(entries.map(({ activity }) => activity.workspaceId))];
  return ids.map((id) => [id, entries.filter(({ activity }) => activity.workspaceId === id)] as const);
};

/** Adds the changes of a transaction to the activity. */
export const recordChanges =
  (ports: Ports, occasion: Omit<ChangeContext, 'at'>): RecordChanges =>
  (repositories, changes) => {
    const limits = ports.keep.activity ?? defaultActivityLimits;
    const at = ports.clock.now().toISOString();
    const record = ([workspaceId, entries]: readonly [
      WorkspaceId,
      readonly NewActivity[],
    ]): AppResult<void> =>
      taskEither(function* () {
        const secrets = yield* attempt(loadKnownSecrets({ ...ports, store: repositories }, workspaceId));
        const redactor = createRedactor(secrets);
        if (yield* attempt(extendNewestEntry(ports, repositories, entries, redactor))) return;
        const shown = entries.map((one) => redactEntrySecrets(one, redactor));
        yield* attempt(repositories.activities.add(workspaceId, shown, limits));
      });
    return pipe(
      TE.fromTask<readonly NewActivity[], AppError>(() => createEntries(changes, { ...occasion, at })),
      TE.flatMap((entries) => pipe(groupByWorkspace(entries), TE.traverseSeqArray(record))),
      TE.map(() => undefined),
    );
  };
