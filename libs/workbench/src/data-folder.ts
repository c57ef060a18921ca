import { readdir, stat } from 'node:fs/promises';

import { dataFiles, isDataFile, keepPrivate, makeFolder } from '@tandem/node';
import { type Claim, claim } from '@tandem/persistence';

/**
 * Claims a data folder for the one window that it has, until released or until this process ends.
 * @returns undefined when another process has it
 * @throws the system's error for a folder that cannot be used
 */
export const claimDataFolder = (folder: string): Promise<Claim | undefined> =>
  claim(dataFiles(folder).windowClaim);

/** Whether everything in a folder is ours. Others may share a folder that holds something else, so its permissions stay. */
const isOwn = async (folder: string): Promise<boolean> => (await readdir(folder)).every(isDataFile);

/**
 * Makes a data folder that only its owner can open. An existing folder that others can open is closed to them if this user
 * owns it and it holds nothing but our files.
 * @returns a warning when others can still open it
 */
export const preparePrivateFolder = async (folder: string): Promise<string | undefined> => {
  await makeFolder(folder);
  const { uid } = await stat(folder);
  const isOurs = process.getuid === undefined || process.getuid() === uid;
  return keepPrivate(folder, 0o700, isOurs && (await isOwn(folder)));
};
