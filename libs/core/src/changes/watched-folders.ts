import type { Folders } from '../ports/repositories.js';
import { after, notifyOf, type Write } from './watching.js';

/** Folders that report their changes; a position is a change of its folder. */
export const watchedFolders = (folders: Folders, write: Write): Folders => ({
  ...folders,
  create: (one) =>
    write((to, notify) => after(notifyOf(notify, 'folder', 'created'))(to.folders.create(one))),
  replace: (next, expected) =>
    write((to, notify) => after(notifyOf(notify, 'folder', 'updated'))(to.folders.replace(next, expected))),
  place: (workspaceId, places) =>
    write((to, notify) =>
      after(() => {
        for (const { id } of places) notify({ workspaceId, entity: 'folder', id, op: 'updated' });
      })(to.folders.place(workspaceId, places)),
    ),
  remove: (workspaceId, id, expected) =>
    write((to, notify) =>
      after(() => {
        notify({ workspaceId, entity: 'folder', id, op: 'deleted' });
      })(to.folders.remove(workspaceId, id, expected)),
    ),
});
