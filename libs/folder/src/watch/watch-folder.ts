import { type FSWatcher, watch } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';

import { createTaskQueue } from '@tandem/core';

import { manifestPath } from '../layout/paths.js';

const isSkipped = (name: string): boolean => name.startsWith('.') || name === 'node_modules';

/** Whether a name may be the name of a file that we read, or of a directory. */
const isRelevant = (name: string): boolean =>
  !isSkipped(name) && (/\.(?:ya?ml|js)$/.test(name) || !name.includes('.'));

/** How often directories that cannot be watched are polled, in milliseconds. */
const pollMs = 15_000;

export interface FolderWatch {
  /** Resolves once the existing directories are watched. */
  readonly ready: Promise<void>;
  readonly close: () => void;
}

/** Lists `root` and the directories below it; empty if `root` does not exist. */
const listDirectories = async (root: string): Promise<readonly string[]> => {
  const entries = await readdir(root, { withFileTypes: true }).catch(() => undefined);
  if (entries === undefined) return [];
  const inner = entries.filter((entry) => entry.isDirectory() && !isSkipped(entry.name));
  const below = await Promise.all(inner.map(({ name }) => listDirectories(join(root, name))));
  return [root, ...below.flat()];
};

/**
 * Calls `onChange` when something may have changed in the data folder at `root`, which may be created and removed while it is watched. Each
 * directory has its own watcher, because Node watches every single file if the system cannot watch recursively. Directories that cannot be
 * watched, such as those beyond the system's limit, are polled.
 */
export const watchFolder = (root: string, onChange: () => void): FolderWatch => {
  const watchers = new Map<string, FSWatcher>();
  const inTurn = createTaskQueue();
  let poll: NodeJS.Timeout | undefined;
  let isClosed = false;
  /** Stops watching a directory and its contents. A watcher stays with its directory even if another directory takes that path. */
  const drop = (directory: string): void => {
    for (const [path, watcher] of [...watchers])
      if (path === directory || path.startsWith(directory + sep)) {
        watcher.close();
        watchers.delete(path);
      }
  };
  const startPolling = (): void => {
    poll ??= setInterval(onChange, pollMs).unref();
  };
  const watchDirectory = (directory: string, isWanted: (name: string) => boolean): void => {
    if (watchers.has(directory)) return;
    try {
      const watcher = watch(directory, { persistent: false }, (event, name) => {
        if (name !== null && !isWanted(name)) return;
        // An event about the directory itself has the directory's own name.
        if (event === 'rename' && name === basename(directory)) drop(directory);
        if (event === 'rename' && name !== null) drop(join(directory, name));
        notice();
      });
      watcher.on('error', () => {
        drop(directory);
        notice();
      });
      watchers.set(directory, watcher);
    } catch {
      startPolling();
    }
  };
  /** Watches the current directories. Repeats as long as there are new ones, because they may already contain others. */
  const look = async (): Promise<void> => {
    const present = new Set(await listDirectories(root));
    if (isClosed) return;
    for (const directory of [...watchers.keys()])
      if (directory !== dirname(root) && !present.has(directory)) drop(directory);
    const before = new Set(watchers.values());
    // A new manifest next to the data folder may change which folder is the data folder.
    watchDirectory(dirname(root), (one) => one === basename(root) || one === manifestPath);
    for (const directory of present) watchDirectory(directory, isRelevant);
    if ([...watchers.values()].some((watcher) => !before.has(watcher))) await look();
  };
  const notice = (): void => {
    if (isClosed) return;
    onChange();
    void inTurn(look);
  };
  return {
    ready: inTurn(look),
    close: () => {
      isClosed = true;
      clearInterval(poll);
      for (const directory of [...watchers.keys()]) drop(directory);
    },
  };
};
