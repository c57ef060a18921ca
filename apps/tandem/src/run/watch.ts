import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

import { envFileName, watchFolder } from '@tandem/folder';

/** The state of each file by its path relative to the data folder, with `/`. */
export type Snapshot = ReadonlyMap<string, string>;

const isWatchedFile = (name: string): boolean => /\.(?:ya?ml|js)$/.test(name) || name === envFileName;

/** Reads the state of the files below the data folder. */
export const takeSnapshot = async (root: string): Promise<Snapshot> => {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile() && isWatchedFile(entry.name));
  const states = await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const file = join(parentPath, name);
      const found = await stat(file).catch(() => undefined);
      const path = relative(root, file).split(sep).join('/');
      return found === undefined ? [] : ([[path, `${found.mtimeMs}:${found.size}`]] as const);
    }),
  );
  return new Map(states.flat());
};

/** Finds the paths that differ between two states, including added and removed ones. */
export const findChangedPaths = (before: Snapshot, after: Snapshot): readonly string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path));

const isShared = (path: string): boolean =>
  /(?:^|\/)(?:folder\.(?:ya?ml|js)|opencollection\.(?:ya?ml|js))$/.test(path) ||
  path.startsWith('environments/') ||
  path === envFileName;

/**
 * Finds the request files that changes affect. A request or its script affects one request, and a shared file affects all. Deleted files are
 * omitted.
 * @returns undefined for all requests
 */
export const findAffectedFiles = (
  changed: readonly string[],
  now: ReadonlySet<string>,
): readonly string[] | undefined => {
  if (changed.some(isShared)) return undefined;
  const requests = changed.flatMap((path) =>
    path.endsWith('.js') ? [path.replace(/js$/, 'yml'), path.replace(/js$/, 'yaml')] : path,
  );
  return [...new Set(requests)].filter((path) => now.has(path));
};

/** How long the folder must be unchanged before a run, in milliseconds, because editors write a file in several steps. */
const quietMs = 100;

interface WatchOptions {
  /** The data folder. */
  readonly root: string;
  /** The state of the data folder at the time when its files were last read. */
  readonly seen: Snapshot;
  readonly signal: AbortSignal;
  /** Called once all later changes will be detected. */
  readonly onWatching: () => void;
}

/**
 * Calls `run` with the request files that each change affects, one change at a time, until `signal` is aborted. Includes changes since
 * `seen`.
 */
export const runOnChanges = async (
  { root, seen, signal, onWatching }: WatchOptions,
  run: (files: readonly string[] | undefined) => Promise<void>,
): Promise<void> => {
  let before = seen;
  let wake: () => void = () => undefined;
  const state = { isDirty: false };
  let timer: NodeJS.Timeout | undefined;
  const notice = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      state.isDirty = true;
      wake();
    }, quietMs);
  };
  const watching = watchFolder(root, notice);
  // The watchers do not keep the process running, so this timer does.
  const keepAlive = setInterval(() => undefined, 2 ** 30);
  signal.addEventListener('abort', () => {
    wake();
  });
  try {
    await watching.ready;
    onWatching();
    notice();
    const isOver = (): boolean => signal.aborted;
    while (!isOver()) {
      if (!state.isDirty) await new Promise<void>((resolve) => (wake = resolve));
      if (isOver()) return;
      state.isDirty = false;
      const after = await takeSnapshot(root);
      const changed = findChangedPaths(before, after);
      before = after;
      const touched = findAffectedFiles(changed, new Set(after.keys()));
      if (changed.length > 0 && touched?.length !== 0) await run(touched);
    }
  } finally {
    clearTimeout(timer);
    clearInterval(keepAlive);
    watching.close();
  }
};
