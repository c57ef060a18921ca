import { stat } from 'node:fs/promises';

import { StorageFault } from '../storage-fault.js';

const identityOf = async (file: string): Promise<string> => {
  const { dev, ino } = await stat(file, { bigint: true });
  return `${dev}:${ino}`;
};

/**
 * Remembers the identity of `file`. SQLite continues to write into a deleted file, so its writes would be lost without an
 * error.
 * @returns a check that throws a StorageFault once the path leads to another file or to none
 */
export const createFileCheck = async (file: string): Promise<() => Promise<void>> => {
  const opened = await identityOf(file);
  return async () => {
    const now = await identityOf(file).catch((error: unknown) => error);
    if (now !== opened)
      throw new StorageFault('gone', file, now instanceof Error ? now : new Error('another file'));
  };
};
