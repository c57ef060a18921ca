import { ChangeList, ChangesUndone, ListChanges, UndoChanges } from '@tandem/application';

import { method, reads, replaces } from '../method.js';

export const changesList = method({
  name: 'changes_list',
  title: 'List changes',
  description:
    'Lists who changed what, newest first, deletions included; with the id of a change, the values before and after; with that of a request, folder or environment, its changes.',
  params: ListChanges,
  result: ChangeList,
  effects: reads,
  hints: { activity: 'Use changes_list to find ids; old changes are dropped.' },
  handle: (application) => application.activity.changes,
});

export const changesUndo = method({
  name: 'changes_undo',
  title: 'Undo changes',
  description:
    'Undoes your own changes: one, or all since a time. What others changed since stays and is listed.',
  params: UndoChanges,
  result: ChangesUndone,
  effects: { ...replaces, idempotent: false },
  handle: (application) => application.activity.undoChanges,
});
