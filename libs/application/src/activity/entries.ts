import {
  type Activity,
  type ActivityField,
  type Author,
  type Environment,
  environmentView,
  type Folder,
  isRequestKind,
  isWithin,
  mostActivityValues,
  movedPath,
  type NewActivity,
  type NotedChange,
} from '@tandem/core';

import { changedFields } from './field-values.js';

/** Who makes changes, and when; what they belong to, and what they undo. */
export interface Occasion extends Author {
  readonly at: string;
  readonly group?: string | undefined;
  readonly undid?: Activity['undid'] | undefined;
}

interface Recorded extends Omit<NotedChange, 'entity'> {
  readonly entity: Exclude<Activity['entity'], 'execution'>;
}

const unrecorded: readonly NotedChange['entity'][] = ['order', 'execution', 'cookies'];

/** Orders, executions, cookies and what sets no field of an entity have no entries. */
const isRecorded = (change: NotedChange): change is Recorded =>
  !unrecorded.includes(change.entity) && (change.before ?? change.after) !== undefined;

/** One change for each entity, from before the first to after the last; nothing of what was created and deleted again. */
const merged = (changes: readonly Recorded[]): readonly Recorded[] => {
  const byEntity = new Map<string, Recorded>();
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

const folderOf = ({ entity }: Recorded, of: object | undefined): string | undefined => {
  if (of === undefined) return undefined;
  return entity === 'folder' ? (of as Folder).path : (of as { readonly folder?: string }).folder;
};

interface Moved {
  readonly from: string;
  readonly to: string;
}

/** Finds the changes that belong to another one in the same transaction. */
const partsOf = (changes: readonly Recorded[], { undid }: Occasion): ((change: Recorded) => boolean) => {
  const folders = changes.filter(({ entity }) => entity === 'folder');
  const pathsOf = (op: Recorded['op'], side: 'before' | 'after'): readonly string[] =>
    folders.flatMap((one) => (one.op === op ? (folderOf(one, one[side]) ?? []) : []));
  const deleted = pathsOf('deleted', 'before');
  const moved = folders.flatMap((one): readonly Moved[] => {
    const [from, to] = [folderOf(one, one.before), folderOf(one, one.after)];
    return from === undefined || to === undefined || from === to ? [] : [{ from, to }];
  });
  const filled = changes.flatMap((one) => (one.op === 'deleted' ? [] : (folderOf(one, one.after) ?? [])));
  const isInDeleted = (path: string, isFolder: boolean): boolean =>
    deleted.some((one) => isWithin(one, path) && !(isFolder && one === path));
  const isMovedAlong = (change: Recorded, isFolder: boolean): boolean => {
    const [from, to] = [folderOf(change, change.before), folderOf(change, change.after)];
    return (
      from !== undefined &&
      changedFields(change.entity, change).length === 1 &&
      moved.some(
        (one) =>
          isWithin(one.from, from) &&
          !(isFolder && one.from === from) &&
          movedPath(from, one.from, one.to) === to,
      )
    );
  };
  return (change) => {
    const isFolder = change.entity === 'folder';
    if (!isFolder && !isRequestKind(change.entity)) return false;
    const [from, to] = [folderOf(change, change.before), folderOf(change, change.after)];
    if (change.op === 'deleted') return from !== undefined && isInDeleted(from, isFolder);
    if (change.op === 'updated') return isMovedAlong(change, isFolder);
    if (undid?.entity === 'folder') return !(isFolder && to === undid.name);
    return isFolder && filled.filter((one) => isWithin(to ?? '', one)).length > 1;
  };
};

const nameOf = ({ entity, before, after }: Recorded): string => {
  if (entity === 'folder') return ((before ?? after) as Folder | undefined)?.path ?? '';
  return ((after ?? before) as { readonly name?: string } | undefined)?.name ?? '';
};

/** The revision after a change, of what has revisions. */
const revisionOf = ({ after }: Recorded): { readonly revision?: number } => {
  const revision = (after as { readonly revision?: unknown } | undefined)?.revision;
  return typeof revision === 'number' ? { revision } : {};
};

const lengthOf = (value: unknown): number => JSON.stringify(value ?? null).length;

/** The fields with their values, or their names alone if the values are too long. */
export const keptFields = (fields: readonly ActivityField[]): readonly ActivityField[] =>
  lengthOf(fields) > mostActivityValues ? fields.map(({ name }) => ({ name })) : fields;

/** What an undo needs beside the fields: of a deletion, what was deleted. */
const restoresOf = ({ entity, op, before, nexts = [] }: Recorded): unknown => {
  if (op !== 'deleted' || before === undefined) return null;
  if (entity === 'environment') return { environment: environmentView(before as Environment, null) };
  if (!isRequestKind(entity) || lengthOf(before) > mostActivityValues) return null;
  return { request: before, nexts };
};

/** How many requests were deleted with a folder. */
const requestsWith = (changes: readonly Recorded[], { entity, op, before }: Recorded): number | undefined => {
  if (entity !== 'folder' || op !== 'deleted') return undefined;
  const path = (before as Folder | undefined)?.path ?? '';
  const isIn = (one: Recorded): boolean => isWithin(path, folderOf(one, one.before) ?? '');
  return changes.filter((one) => isRequestKind(one.entity) && one.op === 'deleted' && isIn(one)).length;
};

/** The entries of the changes of one transaction. */
export const entriesOf = (noted: readonly NotedChange[], occasion: Occasion): readonly NewActivity[] => {
  const changes = merged(noted.filter(isRecorded));
  const isPart = partsOf(changes, occasion);
  const { at, by, kind, session, group, undid } = occasion;
  return changes.flatMap((change): readonly NewActivity[] => {
    const { workspaceId, entity, id, op, script, request } = change;
    const fields = op === 'deleted' ? [] : changedFields(entity, change);
    if (isPart(change) || (op === 'updated' && fields.length === 0)) return [];
    const requests = requestsWith(changes, change);
    const activity: NewActivity['activity'] = {
      workspaceId,
      at,
      entity,
      entityId: id,
      name: nameOf(change),
      op,
      fields: keptFields(fields),
      ...(by === undefined ? {} : { by }),
      ...(kind === undefined ? {} : { kind }),
      ...(session === undefined ? {} : { session }),
      ...(group === undefined ? {} : { group }),
      ...revisionOf(change),
      ...(script ? { script } : {}),
      ...(request === undefined ? {} : { request }),
      ...(requests === undefined ? {} : { requests }),
      ...(undid === undefined ? {} : { undid }),
    };
    return [{ activity, restores: restoresOf(change) }];
  });
};
