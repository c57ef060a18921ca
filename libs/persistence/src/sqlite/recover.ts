import { chmod, copyFile, rename } from 'node:fs/promises';

import { listBackups, formatTimestamp } from './backup.js';
import { UnusableDatabase } from '../unusable-database.js';

/** How to recover from a damaged database: with its newest backup, or with a new one. */
export type Recovery = 'backup' | 'new';

const move = async (from: string, to: string): Promise<void> => {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
};

/** Moves a database aside, its log first: otherwise the log would be applied to its replacement. */
const moveDamagedDatabase = async (file: string): Promise<string> => {
  const aside = `${file}.${formatTimestamp()}.damaged`;
  for (const suffix of ['-wal', '-shm', '']) await move(`${file}${suffix}`, `${aside}${suffix}`);
  return aside;
};

/**
 * Renames a damaged database and puts its newest backup, or nothing, in its place.
 * @returns what was done, as text for the user
 * @throws UnusableDatabase if there is no backup; nothing is changed then
 */
export const recover = async (file: string, how: Recovery): Promise<string> => {
  if (how === 'new') {
    const aside = await moveDamagedDatabase(file);
    return `${file} was damaged and is kept as ${aside}; the database is new and empty`;
  }
  const [newest] = await listBackups(file);
  if (newest === undefined) {
    const advice = 'use --recover new to start with an empty database; the damaged file is kept';
    throw new UnusableDatabase('damaged', `${file} is damaged and has no backup; ${advice}`);
  }
  const restored = `${file}.restoring`;
  await copyFile(newest, restored);
  await chmod(restored, 0o600);
  const aside = await moveDamagedDatabase(file);
  await rename(restored, file);
  return `${file} was damaged and is kept as ${aside}; it was restored from ${newest}`;
};
