import { type Folder, folderDefaults } from '../folders/folder.js';
import type { Folders } from '../ports/repositories.js';
import { notifyAfter, type Notify, createNotifier, reportWrite, type Write } from './watch-changes.js';

/** Reports the first change of the workspace as a folder, because it is stored from then on. */
const createRootNotifier =
  (notify: Notify) =>
  (stored: Folder): void => {
    const { workspaceId, id } = stored;
    const before = { ...stored, ...folderDefaults };
    notify({ workspaceId, entity: 'folder', id, op: 'updated' }, { before, after: stored });
  };

/** Folders that report their changes. A position counts as a change to its folder. */
export const watchFolders = (folders: Folders, write: Write): Folders => ({
  ...folders,
  create: (one) =>
    write((to, notify) =>
      notifyAfter(one.path === '' ? createRootNotifier(notify) : createNotifier(notify, 'folder', 'created'))(
        to.folders.create(one),
      ),
    ),
  replace: (next, expected) =>
    write((to, notify) =>
      reportWrite(
        write,
        notify,
        { workspaceId: next.workspaceId, entity: 'folder', id: next.id, op: 'updated' },
        () => to.folders.get(next.workspaceId, next.id),
        to.folders.replace(next, expected),
      ),
    ),
  place: (workspaceId, places) =>
    write((to, notify) =>
      notifyAfter(() => {
        for (const { id } of places) notify({ workspaceId, entity: 'folder', id, op: 'updated' });
      })(to.folders.place(workspaceId, places)),
    ),
  remove: (workspaceId, id, expected) =>
    write((to, notify) =>
      reportWrite(
        write,
        notify,
        { workspaceId, entity: 'folder', id, op: 'deleted' },
        () => to.folders.get(workspaceId, id),
        to.folders.remove(workspaceId, id, expected),
      ),
    ),
});
