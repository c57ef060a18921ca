import { mkdir, realpath } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';

import { invalidInput, type WorkspaceFolders } from '@tandem/core';
import { TE } from '@tandem/core/fp';

import { Refusal } from '../refusal.js';
import { storing } from '../rows.js';

const slug = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '') || 'workspace';

const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown }).code;

/** Makes `base` in `root`, or `base-2` and so on when that is taken. */
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

const notAFolder = ['EEXIST', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS', 'ENAMETOOLONG', 'ELOOP', 'EINVAL'];

const aFolder = 'the absolute path of a folder';

/** Folders of workspaces; new ones are made in `root`. */
export const workspaceFolders = (root: string): WorkspaceFolders => ({
  make: (name) =>
    storing("making a workspace's folder")(async () => {
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
        if (!notAFolder.includes(String(codeOf(error)))) throw error;
        const advice = `cannot be used as a folder (${String(codeOf(error))})`;
        throw new Refusal(invalidInput('path', advice, { expected: aFolder, got: path }));
      }
    });
  },
});
