import { readdir, stat } from 'node:fs/promises';

import { getDataFilePaths, isDataFile, keepPrivate, makeFolder } from '@tandem/node';
import { type Claim, claim } from '@tandem/persistence';

/**
 * Claims a data folder for its single window, until released or until this process ends.
 * @returns undefined if another process has claimed it
 * @throws the system's error if the folder cannot be used
 */
export const claimDataFolder = (folder: string): Promise<Claim | undefined> =>
  claim(getDataFilePaths(folder).windowClaim);

/** Whether everything in a folder is ours. Otherwise others may use the folder, and its permissions are not changed. */
const isOwn = async (folder: string): Promise<boolean> => (await readdir(folder)).every(isDataFile);

/**
 * Creates a data folder that only its owner can access. Access for others to an existing folder is removed if this user
 * owns it and it contains only our files.
 * @returns a warning if others can still access it
 */
export const preparePrivateFolder = async (folder: string): Promise<string | undefined> => {
  await makeFolder(folder);
  const { uid } = await stat(folder);
  const isOurs = process.getuid === undefined || process.getuid() === uid;
  return keepPrivate(folder, 0o700, isOurs && (await isOwn(folder)));
};
