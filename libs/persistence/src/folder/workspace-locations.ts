import { mkdir, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';

import { invalidInput, type WorkspaceLocations } from '@tandem/core';
import { TE } from '@tandem/core/fp';

import { Refusal } from '../refusal.js';
import { storing } from '../rows.js';
import { codeOf, StorageFault } from '../storage-fault.js';

const slug = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '') || 'workspace';

/** Creates `base` in `root`, or `base-2` and so on if that exists. */
const makeNew = async (root: string, base: string, number = 1): Promise<string> => {
  const folder = join(root, number === 1 ? base : `${base}-${number}`);
  try {
    await mkdir(folder);
    return await realpath(folder);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    return makeNew(root, base, number + 1);
  }
};

/** A moved data folder must be able to return to its place, so it is not recreated. */
const checkThere = async (folder: string): Promise<void> => {
  await stat(folder).catch((error: unknown) => {
    throw codeOf(error) === 'ENOENT' ? new StorageFault('gone', folder, error) : error;
  });
};

const notAFolder = ['EEXIST', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS', 'ENAMETOOLONG', 'ELOOP', 'EINVAL'];

const aFolder = 'the absolute path of a folder';

/** Workspace folders; new ones are created in `root` as long as `dataFolder` exists. */
export const workspaceLocations = (root: string, dataFolder?: string): WorkspaceLocations => ({
  make: (name) =>
    storing("making a workspace's folder")(async () => {
      if (dataFolder !== undefined) await checkThere(dataFolder);
      await mkdir(root, { recursive: true });
      return makeNew(root, slug(name));
    }),
  open: (path) => {
    if (!isAbsolute(path) || path.includes('\0')) {
      return TE.left(invalidInput('path', `must be ${aFolder}`, { expected: aFolder, got: path }));
    }
    return storing('opening a folder')(async () => {
      try {
        await mkdir(path, { recursive: true });
        return await realpath(path);
      } catch (error) {
        if (!notAFolder.includes(codeOf(error))) throw error;
        const advice = `cannot be used as a folder (${codeOf(error)})`;
        throw new Refusal(invalidInput('path', advice, { expected: aFolder, got: path }));
      }
    });
  },
});
