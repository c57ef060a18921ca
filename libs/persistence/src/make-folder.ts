import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

const makeOne = async (path: string): Promise<void> => {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST' && (await stat(path)).isDirectory();
    if (!isThere) throw error;
  }
};

/**
 * Makes a folder and those above it, for their owner alone; one that is there is left as it is.
 * Node's own recursive form never ends where the system denies a folder by calling its parent missing, as /proc does.
 * @throws the system's error
 */
export const makeFolder = async (path: string): Promise<void> => {
  try {
    await makeOne(path);
  } catch (error) {
    const parent = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === path) throw error;
    await makeFolder(parent);
    await makeOne(path);
  }
};
