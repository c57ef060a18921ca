import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { Target } from './targets.js';
import { InTheWay } from './write-in-place.js';

/** Whether a folder is missing or empty. */
export const isFree = async (folder: string): Promise<boolean> => {
  try {
    return (await readdir(folder)).length === 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
    throw error;
  }
};

/**
 * Writes a new folder with the files, and copies of `others`: first beside its place, so that it appears completely
 * or not at all.
 * @throws InTheWay if the folder exists and is not empty
 */
export const writeNewFolder = async (
  into: string,
  targets: readonly Target[],
  from: string,
  others: readonly string[],
): Promise<void> => {
  if (!(await isFree(into))) throw new InTheWay(into);
  const beside = join(dirname(into), `.tandem-${randomBytes(8).toString('hex')}`);
  try {
    for (const { path, text } of targets) {
      await mkdir(dirname(join(beside, path)), { recursive: true });
      await writeFile(join(beside, path), text);
    }
    for (const path of others) {
      await mkdir(dirname(join(beside, path)), { recursive: true });
      await copyFile(join(from, path), join(beside, path));
    }
    await rmdir(into).catch(() => undefined);
    await rename(beside, into);
  } catch (error) {
    await rm(beside, { recursive: true, force: true });
    throw error;
  }
};
