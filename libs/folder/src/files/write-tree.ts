import { createHash, randomBytes } from 'node:crypto';
import { basename, dirname, join } from 'node:path';

import type { FolderRemoval } from '@tandem/core';

import type { FileOperations } from './operations.js';
import { type FileWrite, type PreparedWrite } from './tree.js';

/** A file has changed since it was read, because somebody else is editing it. */
export class FileChangedError extends Error {
  readonly path: string;
  constructor(path: string) {
    super(`${path} has changed`);
    this.path = path;
  }
}

const batchSize = 16;

const processInBatches = async <A>(
  all: readonly A[],
  signal: AbortSignal | undefined,
  work: (one: A) => Promise<void>,
): Promise<void> => {
  for (let from = 0; from < all.length; from += batchSize) {
    signal?.throwIfAborted();
    await Promise.all(all.slice(from, from + batchSize).map(work));
  }
};

const hashCurrentFile = async (operations: FileOperations, path: string): Promise<string | null> => {
  const kind = await operations.kindOf(path);
  if (kind === null) return null;
  if (kind !== 'file') return '';
  const bytes = await operations.read(path, Number.MAX_SAFE_INTEGER);
  return bytes === null ? '' : createHash('sha256').update(bytes).digest('hex');
};

/**
 * Creates the folders of `paths`, outermost first.
 * @throws FileChangedError if one of them is not a directory
 */
const makeDirectories = async (
  operations: FileOperations,
  root: string,
  paths: readonly string[],
): Promise<void> => {
  const wanted = new Set<string>();
  for (const path of paths) {
    const names = path.split('/').slice(0, -1);
    names.forEach((_, index) => wanted.add(names.slice(0, index + 1).join('/')));
  }
  for (const directory of ['', ...[...wanted].sort()]) {
    const path = join(root, directory);
    const kind = await operations.kindOf(path);
    if (kind === null) await operations.makeDirectory(path);
    else if (kind !== 'directory') throw new FileChangedError(directory === '' ? basename(root) : directory);
  }
};

/** Flushes the directories of `files`, up to the parent of the data folder. */
const flushDirectories = async (
  operations: FileOperations,
  root: string,
  files: readonly { readonly path: string }[],
): Promise<void> => {
  if (files.length === 0) return;
  const directories = new Set(['..', '.']);
  for (const { path } of files)
    for (let outer = dirname(path); outer !== '.'; outer = dirname(outer)) directories.add(outer);
  for (const directory of directories) await operations.settle(join(root, directory));
};

/** Creates the path of a new temporary file next to `path`. */
const createTemporaryPath = (path: string): string => {
  const directory = dirname(path);
  const name = `.tandem-${randomBytes(8).toString('hex')}.tmp`;
  return directory === '.' ? name : `${directory}/${name}`;
};

/** Creates the temporary file of each write. */
export const prepareWrites = (writes: readonly FileWrite[]): readonly PreparedWrite[] =>
  writes.map((write) => ({ ...write, temporary: createTemporaryPath(write.path) }));

/** Flushes the directories of temporary files. If a power cut lost a temporary file, the file would look as if it had been renamed. */
const flushTemporaryFiles = async (
  operations: FileOperations,
  root: string,
  writes: readonly PreparedWrite[],
): Promise<void> => {
  for (const directory of new Set(writes.map(({ temporary }) => dirname(temporary))))
    await operations.settle(join(root, directory));
};

/**
 * Called without an argument after all temporary files are written and before the first rename. Called again with the renamed paths if an
 * error prevents the other renames.
 */
export type BeforeRenames = (renamed?: ReadonlySet<string>) => Promise<void>;

export interface WriteOptions {
  /** Aborts before the renames start. */
  readonly signal?: AbortSignal | undefined;
  readonly beforeRenames?: BeforeRenames;
}

/**
 * Writes files into the data folder at `root`: first all of them to temporary files, then renames each if its target has not changed since
 * it was read.
 * @throws FileChangedError if a target has changed; files that are already renamed stay, and the next synchronization continues from them
 */
export const writeFiles = async (
  operations: FileOperations,
  root: string,
  writes: readonly PreparedWrite[],
  { signal, beforeRenames = () => Promise.resolve() }: WriteOptions = {},
): Promise<void> => {
  if (writes.length === 0) {
    await beforeRenames();
    return;
  }
  await makeDirectories(
    operations,
    root,
    writes.map(({ path }) => path),
  );
  const renamed = new Set<string>();
  let isAnnounced = false;
  try {
    await processInBatches(writes, signal, ({ temporary, text }) =>
      operations.writeNew(join(root, temporary), text),
    );
    await processInBatches(writes, signal, async ({ path, expected }) => {
      if ((await hashCurrentFile(operations, join(root, path))) !== expected)
        throw new FileChangedError(path);
    });
    await flushTemporaryFiles(operations, root, writes);
    isAnnounced = true;
    await beforeRenames();
    for (const { path, temporary, expected } of writes) {
      if ((await hashCurrentFile(operations, join(root, path))) !== expected)
        throw new FileChangedError(path);
      await operations.rename(join(root, temporary), join(root, path));
      renamed.add(path);
    }
    await flushDirectories(operations, root, writes);
  } catch (error) {
    // A planned write without a temporary file counts as done, so the records of writes that will not be renamed are removed first.
    if (isAnnounced) await beforeRenames(renamed);
    for (const { temporary } of writes) await operations.remove(join(root, temporary)).catch(() => undefined);
    throw error;
  }
};

/** Removes files that are unchanged since they were read, then the folders left empty. */
export const removeFiles = async (
  operations: FileOperations,
  root: string,
  removals: readonly FolderRemoval[],
  leftovers: readonly string[],
): Promise<void> => {
  for (const path of leftovers) await operations.remove(join(root, path));
  const emptied = new Set<string>();
  for (const { path, hash } of removals) {
    if ((await hashCurrentFile(operations, join(root, path))) !== hash) continue;
    await operations.remove(join(root, path));
    for (let outer = dirname(path); outer !== '.'; outer = dirname(outer)) emptied.add(outer);
  }
  const inner = [...emptied].sort((a, b) => b.length - a.length);
  for (const directory of inner)
    if (directory !== 'environments') await operations.removeDirectory(join(root, directory));
  // If a power cut restored a removed file after its removal was forgotten, the file would look like a new one.
  await flushDirectories(operations, root, removals);
};
