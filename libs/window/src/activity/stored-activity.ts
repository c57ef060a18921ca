import type { Activity as Entry, Change } from '@tandem/core';
import { t } from '@tandem/core/codec';

import type { Link } from '../link/link.js';
import { isRequestId } from '../requests/saved-request.js';
import { updateMarks, type ScriptMarks } from './script-marks.js';
import type { Undoable } from './activity.js';
import { describeSkippedFields } from './undo.js';
import type { Drafts } from '../requests/drafts/drafts.js';

/** The stored variables of an environment before or after a change. */
const Variables = t.readonlyArray(t.type({ name: t.string, value: t.string, enabled: t.boolean }));

/** How many environment changes are read for the script marks. */
const maxReadChanges = 200;

/** Finds the entry of a change that was just made; undefined if it has none. */
export const findEntry = async (link: Link, change: Change): Promise<Entry | undefined> => {
  const { workspaceId, entity, id: entityId } = change;
  if (
    entity === 'execution' ||
    entity === 'order' ||
    entity === 'cookies' ||
    entity === 'approval' ||
    entity === 'prompt'
  )
    return undefined;
  const { activities } = await link.call('activity_list', {
    ...(entity === 'workspace' ? {} : { workspaceId }),
    ...{ entity, entityId, take: 5 },
  });
  return activities.find(({ op, by }) => op === change.op && by === change.by);
};

/** Reads the newest entry. It is the best description of many simultaneous changes. */
export const readNewestEntry = async (link: Link): Promise<Entry | undefined> =>
  (await link.call('activity_list', { take: 1 })).activities[0];

/** Reads from the activity which variables were last set by scripts. */
export const readMarks = async (link: Link): Promise<ScriptMarks> => {
  const { activities } = await link.call('activity_list', { entity: 'environment', take: maxReadChanges });
  return [...activities].reverse().reduce<ScriptMarks>((marks, { entityId, at, fields, script, request }) => {
    const variables = fields.find(({ name }) => name === 'variables');
    const [before, now] = [variables?.before, variables?.after].map((value) => ({
      id: entityId,
      variables: Variables.is(value) ? value : [],
    }));
    if (before === undefined || now === undefined) return marks;
    return updateMarks(marks, before, now, script ? { at: Date.parse(at), request } : undefined);
  }, new Map());
};

/** The result of an undo. */
export interface UndoResult {
  /** The change that the undo made, as its event describes it; absent if the undo changed nothing. */
  readonly made?: Pick<Change, 'id' | 'op'>;
  /** A message about what was not undone. */
  readonly remark?: string;
}

const opposites = { created: 'deleted', updated: 'updated', deleted: 'created' } as const;

/** Undoes a change; rejects if nothing could be undone. */
export const undoChange = async (
  link: Link,
  drafts: Drafts,
  { workspaceId, entry, entity, entityId, op, nexts }: Undoable,
): Promise<UndoResult> => {
  const made = { id: entityId, op: opposites[op] };
  if (entity === 'workspace') {
    await link.call('workspaces_restore', { id: entityId });
    return { made };
  }
  if (entry === undefined) throw new Error('This change is no longer in the activity.');
  // Store unsaved edits first. Otherwise they would look like part of the undone change.
  if (isRequestId(entityId) && op === 'updated') await drafts.flush(entityId);
  const { isUndone, kept, request } = await link.call('activity_undo', {
    id: entry,
    ...(workspaceId === undefined ? {} : { workspaceId }),
    ...(nexts === undefined || nexts.length === 0 ? {} : { nexts }),
  });
  const remark = kept.length > 0 ? describeSkippedFields(kept) : undefined;
  if (!isUndone) throw new Error(remark ?? 'This change was already undone.');
  if (request !== undefined) drafts.replace(request.id, request);
  return remark === undefined ? { made } : { made, remark };
};
