import { type FSWatcher, watch } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { createLane } from '@tandem/core';

/** Whether a name is that of a file that is read, or may be that of a directory. */
const isRelevant = (name: string): boolean =>
  !name.startsWith('.') && (/\.(?:ya?ml|js)$/.test(name) || !name.includes('.'));

const isPassedOver = (name: string): boolean => name.startsWith('.') || name === 'node_modules';

/** How often a change is assumed in directories that cannot be watched, in milliseconds. */
const pollMs = 15_000;

export interface FolderWatch {
  readonly close: () => void;
}

/** The directories below `root` and itself; none when it does not exist. */
const directoriesIn = async (root: string): Promise<readonly string[]> => {
  const entries = await readdir(root, { withFileTypes: true }).catch(() => undefined);
  if (entries === undefined) return [];
  const inner = entries.filter((entry) => entry.isDirectory() && !isPassedOver(entry.name));
  const below = await Promise.all(inner.map(({ name }) => directoriesIn(join(root, name))));
  return [root, ...below.flat()];
};

/**
 * Calls `onChange` when something may have changed in the data folder at `root`, which may come and go. Each directory
 * is watched by itself, because Node watches every single file where the system cannot watch recursively.
 * Directories that cannot be watched, such as those beyond the limit of the system, are polled.
 */
export const watchFolder = (root: string, onChange: () => void): FolderWatch => {
  const watchers = new Map<string, FSWatcher>();
  const inTurn = createLane();
  let poll: NodeJS.Timeout | undefined;
  let isClosed = false;
  const drop = (directory: string): void => {
    watchers.get(directory)?.close();
    watchers.delete(directory);
  };
  const startPolling = (): void => {
    poll ??= setInterval(onChange, pollMs).unref();
  };
  const watchDirectory = (directory: string, isWanted: (name: string) => boolean): void => {
    if (watchers.has(directory)) return;
    try {
      const watcher = watch(directory, { persistent: false }, (_, name) => {
        if (name === null || isWanted(name)) notice();
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
  /** Watches the directories that are there now. */
  const look = async (): Promise<void> => {
    const present = new Set(await directoriesIn(root));
    if (isClosed) return;
    for (const directory of [...watchers.keys()])
      if (directory !== dirname(root) && !present.has(directory)) drop(directory);
    const name = root.slice(dirname(root).length + 1);
    watchDirectory(dirname(root), (one) => one === name);
    for (const directory of present) watchDirectory(directory, isRelevant);
  };
  const notice = (): void => {
    if (isClosed) return;
    onChange();
    void inTurn(look);
  };
  void inTurn(look);
  return {
    close: () => {
      isClosed = true;
      clearInterval(poll);
      for (const directory of [...watchers.keys()]) drop(directory);
    },
  };
};
