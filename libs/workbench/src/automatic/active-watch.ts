import type { Application } from '@tandem/application';
import { createTaskQueue, type SynchronizationReport } from '@tandem/core';
import { E } from '@tandem/core/fp';
import { findDataFolder, type FolderWatch, watchFolder } from '@tandem/folder';

/** Watches the files of the active workspace. */
export interface ActiveWatch {
  /** The workspace that is watched, if any. */
  readonly workspaceId: () => string | undefined;
  /** Watches the currently active workspace. */
  readonly look: () => void;
  /** Watches the data folder used by a run, which may differ from the one that the disk suggests. */
  readonly follow: (report: SynchronizationReport) => void;
  readonly close: () => void;
}

interface WatchedFolder {
  readonly id: string;
  readonly path: string;
  readonly root: string;
  readonly watch: FolderWatch;
}

/** Calls `onChange` when another workspace is watched, and when one of its files may have changed. */
export const createActiveWatch = (
  application: Application,
  onChange: (workspaceId: string) => void,
): ActiveWatch => {
  const inTurn = createTaskQueue();
  const closing = new AbortController();
  const { signal } = closing;
  let watched: WatchedFolder | undefined;
  const start = (id: string, path: string, root: string): void => {
    watched?.watch.close();
    watched = {
      id,
      path,
      root,
      watch: watchFolder(root, () => {
        onChange(id);
      }),
    };
  };
  const watchActive = async (): Promise<void> => {
    const outcome = await application.workspaces.get(undefined)();
    const active = E.isRight(outcome) ? outcome.right : undefined;
    if (active?.path === watched?.path) return;
    watched?.watch.close();
    watched = undefined;
    if (active === undefined) return;
    const { root } = await findDataFolder(active.path);
    if (signal.aborted) return;
    start(active.id, active.path, root);
    onChange(active.id);
  };
  return {
    workspaceId: () => watched?.id,
    look: () => void inTurn(watchActive),
    follow: ({ workspaceId, path: root }) => {
      if (watched?.id !== workspaceId || watched.root === root || signal.aborted) return;
      start(watched.id, watched.path, root);
    },
    close: () => {
      closing.abort();
      watched?.watch.close();
    },
  };
};
