import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

const makeOne = async (path: string): Promise<void> => {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const exists = (error as NodeJS.ErrnoException).code === 'EEXIST' && (await stat(path)).isDirectory();
    if (!exists) throw error;
  }
};

/**
 * Creates a folder and its missing parents, accessible only to their owner. An existing folder is not changed.
 * Node's recursive `mkdir` loops forever if the system reports ENOENT for an existing parent, as /proc does.
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
