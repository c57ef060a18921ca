import {
  type Activity,
  type ActivityField,
  type Author,
  type Environment,
  environmentView,
  type Folder,
  isRequestKind,
  isWithin,
  mapInSlices,
  maxActivityValuesLength,
  movePath,
  type NewActivity,
  type NotedChange,
  getParentFolder,
} from '@tandem/core';

import { findChangedFields, isSameJson } from './field-values.js';

/** Who made the changes and when, what they belong to, and what they undo. */
export interface Occasion extends Author {
  readonly at: string;
  readonly group?: string | undefined;
  /** Whether the changes are part of an import. */
  readonly imported?: true | undefined;
  /** The entries that the changes undo. */
  readonly undone?: readonly Activity[] | undefined;
}

interface RecordedChange extends Omit<NotedChange, 'entity'> {
  readonly entity: Exclude<Activity['entity'], 'execution'>;
}

const unrecordedEntities: readonly NotedChange['entity'][] = ['order', 'execution', 'cookies', 'approval'];

/** Orders, executions, cookies and changes that set no field of an entity have no entries. */
const isRecorded = (change: NotedChange): change is RecordedChange =>
  !unrecordedEntities.includes(change.entity) && (change.before ?? change.after) !== undefined;

/**
 * One change per entity, from before the first to after the last. Omits entities that were created and deleted again.
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

/** The moved folders, outer ones first. An inner folder's move starts from where the outer moves had put it. */
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
 * Rewrites the changes as if folders had been moved first, with their contents. Contents get no change of their own,
 * and an undo finds everything where its folder is.
 */
const rebaseOnMoves = (changes: readonly RecordedChange[]): readonly RecordedChange[] => {
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

/** Finds the changes that belong to another one in the same transaction. */
const createPartPredicate = (
  changes: readonly RecordedChange[],
  { undone = [], imported }: Occasion,
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
    if (imported) return isIn(made, to ?? '', isFolder);
    if (restored.some(({ name }) => isWithin(name, to ?? '') && !(isFolder && to === name))) return true;
    return (
      isFolder &&
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

/** The fields with their values, or only their names if the values are too long. */
export const limitFields = (fields: readonly ActivityField[]): readonly ActivityField[] =>
  measureJson(fields) > maxActivityValuesLength ? fields.map(({ name }) => ({ name })) : fields;

const describeUndoneEntry = ({ entity, op, name, by, script }: Activity): NonNullable<Activity['undid']> => ({
  entity,
  op,
  name,
  ...(by === undefined ? {} : { by }),
  ...(script ? { script } : {}),
});

/** What a change of an entity undoes. The undo of an undo names what the first undo reverted. */
const undoOf = (
  entityId: string,
  { undone = [] }: Occasion,
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

/** The secrets of an environment before and after the change. */
const toSecretsMarker = ({ before, after }: RecordedChange): unknown => {
  const [old, now] = [before, after].map((one) => (one as Environment | undefined)?.secrets ?? []);
  return isSameJson(old, now) ? null : { secrets: { before: old, after: now } };
};

/** What an undo needs besides the fields. For a deletion: what was deleted. */
const getRestoreData = (change: RecordedChange): unknown => {
  const { entity, op, before, nexts = [] } = change;
  if (entity === 'environment' && op === 'updated') return toSecretsMarker(change);
  if (op !== 'deleted' || before === undefined) return null;
  if (entity === 'environment') return { environment: environmentView(before as Environment, null) };
  if (!isRequestKind(entity) || measureJson(before) > maxActivityValuesLength) return null;
  return { request: before, nexts };
};

/** How many requests were deleted or imported with a folder. */
const countRequestsWithFolder = (
  changes: readonly RecordedChange[],
  { entity, op, before, after }: RecordedChange,
  { imported }: Occasion,
): number | undefined => {
  if (entity !== 'folder' || !(op === 'deleted' || (op === 'created' && imported))) return undefined;
  const path = ((before ?? after) as Folder | undefined)?.path ?? '';
  const isIn = (one: RecordedChange): boolean =>
    isWithin(path, getFolderPath(one, one.before ?? one.after) ?? '');
  return changes.filter((one) => isRequestKind(one.entity) && one.op === op && isIn(one)).length;
};

/** The entries for the changes of one transaction. */
export const createEntries = async (
  noted: readonly NotedChange[],
  occasion: Occasion,
): Promise<readonly NewActivity[]> => {
  const changes = rebaseOnMoves(mergeChanges(noted.filter(isRecorded)));
  const isPart = createPartPredicate(changes, occasion);
  const { at, by, kind, session, group, imported } = occasion;
  const entries = await mapInSlices(changes, (change): readonly NewActivity[] => {
    if (isPart(change)) return [];
    const { workspaceId, entity, id, op, script, request } = change;
    const fields = op === 'deleted' ? [] : findChangedFields(entity, change);
    if (op === 'updated' && fields.length === 0) return [];
    const requests = countRequestsWithFolder(changes, change, occasion);
    const undo = undoOf(id, occasion);
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
