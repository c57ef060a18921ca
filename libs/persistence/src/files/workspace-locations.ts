import { mkdir, open, readdir, realpath, stat } from 'node:fs/promises';
import { basename, isAbsolute, join } from 'node:path';

import { type AppError, type FoundFolder, createInvalidInput, type WorkspaceLocations } from '@tandem/core';
import { TE } from '@tandem/core/fp';

import { tryStorage } from '../rows/stored-rows.js';
import { Refusal, getErrorCode, StorageFault } from '../storage-fault.js';

const toSlug = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '') || 'workspace';

/** Creates the folder `base` in `root`, or `base-2`, `base-3` and so on if it exists. */
const createNumberedFolder = async (root: string, base: string, number = 1): Promise<string> => {
  const folder = join(root, number === 1 ? base : `${base}-${number}`);
  try {
    await mkdir(folder);
    return await realpath(folder);
  } catch (error) {
    if (getErrorCode(error) !== 'EEXIST') throw error;
    return createNumberedFolder(root, base, number + 1);
  }
};

/** Refuses a missing data folder. If it were created again, a data folder that was only moved away could not return to its path. */
const refuseMissingDataFolder = async (folder: string): Promise<void> => {
  await stat(folder).catch((error: unknown) => {
    throw getErrorCode(error) === 'ENOENT' ? new StorageFault('gone', folder, error) : error;
  });
};

const unusableFolderCodes = [
  'EEXIST',
  'ENOTDIR',
  'EACCES',
  'EPERM',
  'EROFS',
  'ENAMETOOLONG',
  'ELOOP',
  'EINVAL',
];

const expectedPath = 'the absolute path of a folder';

/** Maximum number of names in a folder that are reported, and of bytes that are read from a file to find a collection's name. */
const maxRead = { names: 50, bytes: 64 * 1024 } as const;

const createUnusableFolderRefusal = (path: string, code: string): Refusal =>
  new Refusal(
    createInvalidInput('path', `cannot be used as a folder (${code})`, { expected: expectedPath, got: path }),
  );

const createMissingFolderRefusal = (path: string): Refusal =>
  new Refusal(
    createInvalidInput('path', 'does not exist; pass create to create it', {
      expected: 'a folder',
      got: path,
    }),
  );

/** The folder's path without symbolic links; undefined if it does not exist. */
const resolveFolder = async (path: string): Promise<string | undefined> => {
  const found = await stat(path).catch((error: unknown) => {
    if (getErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (found === undefined) return undefined;
  if (!found.isDirectory()) throw createUnusableFolderRefusal(path, 'ENOTDIR');
  return realpath(path);
};

/** Reads the beginning of a file; undefined if it is not a readable file. */
const readBeginning = async (path: string): Promise<string | undefined> => {
  try {
    const file = await open(path, 'r');
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(maxRead.bytes), 0, maxRead.bytes);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
};

const findNameInJson = (text: string): unknown => {
  try {
    return (JSON.parse(text) as { readonly name?: unknown } | null)?.name;
  } catch {
    return undefined;
  }
};

/** Finds the Bruno collection in a folder. Its name is the one in its file, or else the name of the folder. */
const findBrunoCollection = async (
  folder: string,
  names: readonly string[],
): Promise<FoundFolder['bruno']> => {
  const own = basename(folder);
  if (names.includes('bruno.json')) {
    const name = findNameInJson((await readBeginning(join(folder, 'bruno.json'))) ?? '');
    return { name: typeof name === 'string' && name !== '' ? name : own, format: 'bru' };
  }
  return names.includes('opencollection.yml') ? { name: own, format: 'yaml' } : null;
};

const inspectFolder = async (path: string): Promise<FoundFolder> => {
  const folder = await resolveFolder(path);
  if (folder === undefined) return { path, exists: false, names: [], bruno: null };
  const names = (await readdir(folder)).sort();
  const bruno = await findBrunoCollection(folder, names);
  return { path: folder, exists: true, names: names.slice(0, maxRead.names), bruno };
};

/** Runs `work` with a folder that a person chose. Refuses paths that cannot be folders. */
const tryWithFolder = <A>(
  doing: string,
  path: string,
  work: () => Promise<A>,
): TE.TaskEither<AppError, A> => {
  if (!isAbsolute(path) || path.includes('\0'))
    return TE.left(
      createInvalidInput('path', `must be ${expectedPath}`, { expected: expectedPath, got: path }),
    );
  return tryStorage(doing)(async () => {
    try {
      return await work();
    } catch (error) {
      if (unusableFolderCodes.includes(getErrorCode(error)))
        throw createUnusableFolderRefusal(path, getErrorCode(error));
      throw error;
    }
  });
};

/** Workspace folders. New folders are created in `root`, and refused if `dataFolder` is missing. */
export const createWorkspaceLocations = (root: string, dataFolder?: string): WorkspaceLocations => ({
  make: (name) =>
    tryStorage("making a workspace's folder")(async () => {
      if (dataFolder !== undefined) await refuseMissingDataFolder(dataFolder);
      await mkdir(root, { recursive: true });
      return createNumberedFolder(root, toSlug(name));
    }),
  open: (path, create) =>
    tryWithFolder('opening a folder', path, async () => {
      if (create) await mkdir(path, { recursive: true });
      const folder = await resolveFolder(path);
      if (folder === undefined) throw createMissingFolderRefusal(path);
      return folder;
    }),
  look: (path) => tryWithFolder('looking at a folder', path, () => inspectFolder(path)),
});
