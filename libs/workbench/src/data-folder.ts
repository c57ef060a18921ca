import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { type Claim, claim, keepPrivate, makeFolder } from '@tandem/persistence';
import envPaths from 'env-paths';

/** Where the platform keeps an application's data. */
export const defaultDataFolder = (): string => envPaths('tandem', { suffix: '' }).data;

/** The files of a data folder. */
export const dataFiles = (folder: string) =>
  ({
    database: join(folder, 'tandem.sqlite'),
    workspaces: join(folder, 'workspaces'),
    ownPort: (port: number) => join(folder, 'servers', 'listening', String(port)),
    windowClaim: join(folder, 'servers', 'window.claim'),
  }) as const;

/**
 * Claims a data folder for the one window that it has, until released or until this process ends.
 * @returns undefined when another process has it
 * @throws the system's error for a folder that cannot be used
 */
export const claimDataFolder = (folder: string): Promise<Claim | undefined> =>
  claim(dataFiles(folder).windowClaim);

const own: readonly string[] = ['workspaces', 'servers', 'window'];

/** Whether everything in a folder is ours: the rights of a folder that others share are not ours to change. */
const isOwn = async (folder: string): Promise<boolean> => {
  const database = basename(dataFiles(folder).database);
  const names = await readdir(folder);
  return names.every((name) => own.includes(name) || name.startsWith(database));
};

/**
 * Makes a data folder that its owner alone may open. One that others can open is closed to them when it holds nothing but
 * our files and belongs to this user.
 * @returns a warning for a person when it stays open
 */
export const preparePrivateFolder = async (folder: string): Promise<string | undefined> => {
  await makeFolder(folder);
  const { uid } = await stat(folder);
  const isOurs = process.getuid === undefined || process.getuid() === uid;
  return keepPrivate(folder, 0o700, isOurs && (await isOwn(folder)));
};
