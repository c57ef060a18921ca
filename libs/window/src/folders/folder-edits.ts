import { createListeners, type Folder } from '@tandem/core';

import {
  createFolderSaver,
  type FolderEdits,
  isStored,
  type FolderDraft,
  openFolder,
} from './folder-saver.js';

/** The effects that folder edits need. */
export interface FolderEditsEffects {
  /** Stores edits of that revision; rejects with `REVISION_CONFLICT` if there is a newer one. */
  readonly store: (folder: Folder, edits: FolderEdits, ifRevision: number) => Promise<Folder>;
  readonly later: (ms: number, work: () => void) => () => void;
  readonly kept: FolderStorage;
}

/** Where unsaved folder edits outlive a reload. */
export interface FolderStorage {
  readonly readFolders: () => readonly FolderDraft[];
  readonly writeFolders: (folders: readonly FolderDraft[]) => void;
}

/** The edited folders of this page, in any tab. */
export type AllFolderEdits = ReturnType<typeof createFolderEdits>;

/** Opens a page's folder edits, including those that a reload interrupted. */
export const createFolderEdits = ({ store, later, kept }: FolderEditsEffects) => {
  const savers = new Map<string, ReturnType<typeof createFolderSaver>>();
  const { notify, subscribe } = createListeners();
  const tell = (): void => {
    const states = [...savers.values()].map(({ get }) => get());
    // Edits of a deleted folder are kept for Undo only as long as the page is open.
    kept.writeFolders(states.filter((one) => !isStored(one) && one.isGone !== true));
    notify();
  };
  const open = (start: FolderDraft) => {
    const saver = createFolderSaver(start, {
      store: (edits, ifRevision) => store(start.stored, edits, ifRevision),
      later,
      onChange: tell,
    });
    savers.set(start.stored.id, saver);
    return saver;
  };
  const interrupted = new Map<string, Folder>();
  const takeUp = (one: FolderDraft) => {
    interrupted.set(one.stored.id, one.stored);
    return open(one);
  };
  kept.readFolders().forEach(takeUp);
  return {
    /** The folders of a workspace whose edits a reload or a restart interrupted. */
    interrupted: (workspaceId: string): readonly Folder[] =>
      [...interrupted.values()].filter((one) => one.workspaceId === workspaceId),
    /** The saver of a folder, which outlives its tab. */
    of: (folder: Folder) => savers.get(folder.id) ?? open(openFolder(folder)),
    /** Restores edits that were kept elsewhere; this page's edits are newer and win. */
    restore: (folders: readonly FolderDraft[]): void => {
      for (const one of folders.filter(({ stored }) => !savers.has(stored.id))) void takeUp(one).flush();
      if (folders.length > 0) tell();
    },
    subscribe,
    /** Stores all pending edits, such as after a lost connection. */
    flushAll: async (): Promise<void> => {
      const waiting = [...savers.values()].filter(({ get }) => !isStored(get()));
      await Promise.all(waiting.map(({ flush }) => flush()));
    },
  };
};
