import type { Change, FolderId } from '@tandem/core';

import type { Link } from '../link/link.js';
import type { Activity } from '../model/activity.js';
import { isRequestId, type RequestId } from '../model/saved-request.js';
import { keptWords, undoEdits } from '../model/undo.js';
import type { Drafts } from './drafts.js';
import { deleteRequest, getRequest, orderOf, restoreRequest, updateRequest } from './requests.js';

/** The result of an undo. */
export interface UndoResult {
  /** The change that it made, as its event will describe it; absent when there was nothing to change. */
  readonly made?: Pick<Change, 'id' | 'op'>;
  /** A message about what was not undone. */
  readonly remark?: string;
}

const undoUpdate = async (
  link: Link,
  drafts: Drafts,
  id: RequestId,
  { before, after }: Activity,
): Promise<UndoResult> => {
  if (before === undefined || after === undefined) return {};
  // Store what was typed since first, so that it does not look like part of the change.
  await drafts.flush(id);
  const present = await getRequest(link, id);
  const { edits, kept } = undoEdits(before, after, present);
  const remark = kept.length > 0 ? { remark: keptWords(kept) } : {};
  if (Object.keys(edits).length === 0) {
    if (remark.remark !== undefined) throw new Error(remark.remark);
    return { remark: 'This was already undone.' };
  }
  await updateRequest(link, id, edits, present.revision);
  return { made: { id, op: 'updated' }, ...remark };
};

/** Undoes a change; rejects when nothing of it could be undone. */
export const undoChange = async (link: Link, drafts: Drafts, activity: Activity): Promise<UndoResult> => {
  const { change, before, environment, nexts = [] } = activity;
  const { id, op } = change;
  if (change.entity === 'folder') {
    await link.call('folders_restore', { id: id as FolderId });
    return { made: { id, op: 'created' } };
  }
  if (change.entity === 'workspace') {
    await link.call('workspaces_restore', { id });
    return { made: { id, op: 'created' } };
  }
  if (environment !== undefined) {
    await link.call('environments_restore', { environment });
    return { made: { id, op: 'created' } };
  }
  if (!isRequestId(id)) return {};
  if (op === 'updated') return undoUpdate(link, drafts, id, activity);
  if (op === 'created') {
    await deleteRequest(link, id);
    return { made: { id, op: 'deleted' } };
  }
  if (before === undefined) return {};
  const present = new Set(await orderOf(link, before.folder));
  const next = nexts.find((one) => present.has(one));
  drafts.replace(id, await restoreRequest(link, before, next));
  return { made: { id, op: 'created' } };
};
