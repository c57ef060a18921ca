import { chmod, stat } from 'node:fs/promises';

const forOthers = 0o077;

const isOpen = async (path: string): Promise<boolean> => ((await stat(path)).mode & forOthers) !== 0;

/**
 * Removes the permissions of everyone but the owner from `path`, which must exist.
 * @returns a warning if that is not possible, or not allowed by `mayChange`
 */
export const keepPrivate = async (
  path: string,
  mode: number,
  mayChange = true,
): Promise<string | undefined> => {
  // Windows has no permission bits; there a user's folder is private by location.
  if (process.platform === 'win32' || !(await isOpen(path))) return undefined;
  if (mayChange) await chmod(path, mode).catch(() => undefined);
  // Some file systems have no permissions and accept any chmod without effect.
  if (mayChange && !(await isOpen(path))) return undefined;
  return `other users of this machine can open ${path}, which holds secrets; run: chmod ${mode.toString(8)} '${path}'`;
};
