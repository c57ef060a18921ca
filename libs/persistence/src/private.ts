import { chmod, stat } from 'node:fs/promises';

const forOthers = 0o077;

const canRead = async (path: string): Promise<boolean> => ((await stat(path)).mode & forOthers) !== 0;

/**
 * Takes from everybody but the owner the rights to `path`, which must be there.
 * @returns a sentence for a person when that is not possible, or not wanted: `mayChange` false
 */
export const keepPrivate = async (
  path: string,
  mode: number,
  mayChange = true,
): Promise<string | undefined> => {
  // Windows has no such bits; a user's folder there is private by its place.
  if (process.platform === 'win32' || !(await canRead(path))) return undefined;
  if (mayChange) await chmod(path, mode).catch(() => undefined);
  // Some file systems have no rights of their own and take any chmod.
  if (mayChange && !(await canRead(path))) return undefined;
  return `other users of this machine can open ${path}, which holds secrets; run: chmod ${mode.toString(8)} '${path}'`;
};
