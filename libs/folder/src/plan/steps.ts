import { type FolderState, type FolderStep, isRequestKind } from '@tandem/core';

import type { PlanDraft } from './draft.js';

/** Maximum entities per transaction, because other writes wait until it ends. */
const maxStepEntities = 50;

const getChangeId = (change: PlanDraft['changes'][number]): string =>
  change.do === 'put' ? change.entity.id : change.id;

/**
 * Divides the database changes into transactions. The last transaction contains the changes of entities whose files are removed, together
 * with the list of these files: until then, the old files are valid. It also contains environments and the workspace, because they are few.
 * Folders are added before their requests, and removed after them.
 */
export const createFolderSteps = (draft: PlanDraft, state: FolderState): readonly FolderStep[] => {
  const { changes, put, forget, removals, removing } = draft;
  const isNothing = changes.length + put.length + forget.length + removals.length === 0;
  if (isNothing && state.memory.removals.length + state.planned.length === 0) return [];
  const kinds = new Map(state.stored.map(({ id, kind }) => [id, kind]));
  for (const change of changes) if (change.do === 'put') kinds.set(change.entity.id, change.entity.kind);
  const goes = new Set(changes.flatMap((change) => (change.do === 'remove' ? [change.id] : [])));
  const isFolder = (id: string) => kinds.get(id) === 'folder';
  const isEarly = (id: string) => {
    const kind = kinds.get(id);
    if (kind === undefined || removing.has(id)) return false;
    return isRequestKind(kind) || (isFolder(id) && !goes.has(id));
  };
  const byId = new Map<string, { changes: PlanDraft['changes']; put: PlanDraft['put']; forget: string[] }>();
  const of = (id: string) => {
    const found = byId.get(id) ?? { changes: [], put: [], forget: [] };
    byId.set(id, found);
    return found;
  };
  for (const change of changes) of(getChangeId(change)).changes.push(change);
  for (const base of put) of(base.id).put.push(base);
  for (const id of forget) of(id).forget.push(id);
  const some = [...byId.keys()].filter(isEarly);
  const early = [...some.filter(isFolder), ...some.filter((id) => !isFolder(id))];
  const last = [...byId.keys()].filter((id) => !isEarly(id));
  const partsOf = (ids: readonly string[]) => {
    const parts = ids.map(of);
    return {
      changes: parts.flatMap((part) => part.changes),
      put: parts.flatMap((part) => part.put),
      forget: parts.flatMap((part) => part.forget),
    };
  };
  const slices = Array.from({ length: Math.ceil(early.length / maxStepEntities) }, (_, index): FolderStep => {
    const ids = early.slice(index * maxStepEntities, (index + 1) * maxStepEntities);
    const { changes: own, ...memory } = partsOf(ids);
    return { changes: own, memory: { ...memory, removals: null }, done: ids };
  });
  const { changes: rest, ...memory } = partsOf(last);
  return [...slices, { changes: rest, memory: { ...memory, removals }, done: null }];
};
