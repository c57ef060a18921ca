import { ActivityList, ActivityUndone, ListActivity, UndoActivity } from '@tandem/application';

import { method, reads, replaces } from '../method.js';

/** Shows what others set, before and after, so it is for people only. */
export const activityList = method({
  name: 'activity_list',
  title: 'List the activity',
  description: 'Lists who changed what in a workspace, newest first, and what others executed.',
  audience: 'person',
  params: ListActivity,
  result: ActivityList,
  effects: reads,
  handle: (application) => application.activity.list,
});

export const activityUndo = method({
  name: 'activity_undo',
  title: 'Undo a change',
  description: 'Undoes a change of the activity; fields that were changed since are kept and named.',
  audience: 'person',
  params: UndoActivity,
  result: ActivityUndone,
  effects: replaces,
  handle: (application) => application.activity.undo,
});
