import { chmod, mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import writeFileAtomic from 'write-file-atomic';

const othersMask = 0o077;

const isOpen = async (path: string): Promise<boolean> => ((await stat(path)).mode & othersMask) !== 0;

/**
 * Removes the permissions of everyone but the owner from `path`, which must exist.
 * @returns a warning if that is not possible, or if `mayChange` does not allow it
 */
export const keepPrivate = async (
  path: string,
  mode: number,
  mayChange = true,
): Promise<string | undefined> => {
  // Windows has no permission bits. A user's folder is private there because of its location.
  if (process.platform === 'win32' || !(await isOpen(path))) return undefined;
  if (mayChange) await chmod(path, mode).catch(() => undefined);
  // Some file systems have no permissions. They accept any chmod, but it has no effect.
  if (mayChange && !(await isOpen(path))) return undefined;
  return `other users of this machine can open ${path}, which holds secrets; run: chmod ${mode.toString(8)} '${path}'`;
};

const createSingleFolder = async (path: string): Promise<void> => {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const exists = (error as NodeJS.ErrnoException).code === 'EEXIST' && (await stat(path)).isDirectory();
    if (!exists) throw error;
  }
};

/**
 * Creates a folder and its missing parents, which only their owner can access. Does not change an existing folder. Node's recursive `mkdir`
 * loops forever if the system reports ENOENT for an existing parent, as /proc does.
 * @throws the system's error
 */
export const makeFolder = async (path: string): Promise<void> => {
  try {
    await createSingleFolder(path);
  } catch (error) {
    const parent = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === path) throw error;
    await makeFolder(parent);
    await createSingleFolder(path);
  }
};

/**
 * Writes a file that only its owner can read, unless other permissions are requested. Creates its folder if it is missing. Readers see
 * either the old or the new content, never a part of it, even after a crash. Replaces the target of a symbolic link.
 * @throws the system's error; the file is then unchanged, and no temporary file remains
 */
export const replaceFile = async (
  path: string,
  content: string | Uint8Array,
  mode = 0o600,
): Promise<void> => {
  await makeFolder(dirname(path));
  await writeFileAtomic(path, '', {
    mode,
    // The package calls write(2) once and does not check how much was written, so a full disk would leave a truncated file. This hook
    // writes the content instead. The package awaits the hook's promise, although its types do not say so.
    tmpfileCreated: (temporary): unknown => writeFile(temporary, content),
  });
};
