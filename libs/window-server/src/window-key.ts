import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';

import { keepPrivate, replaceFile } from '@tandem/node';

const keyBytes = 32;

/** After this time a start creates a new key, so that access granted to a page ends eventually. */
const maxKeyAgeMs = 30 * 24 * 60 * 60 * 1_000;

const readKey = async (path: string, now: number): Promise<Buffer | undefined> => {
  try {
    const [key, { mtimeMs }] = [await readFile(path), await stat(path)];
    return key.length === keyBytes && now - mtimeMs < maxKeyAgeMs ? key : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/**
 * The key with which open pages continue after a restart. Only the owner of the data folder can read its file; deleting the
 * file locks out every page at the next start.
 */
export const loadWindowKey = async (path: string, now: number = Date.now()): Promise<Uint8Array> => {
  const known = await readKey(path, now);
  if (known !== undefined) {
    await keepPrivate(path, 0o600);
    return known;
  }
  const key = randomBytes(keyBytes);
  await replaceFile(path, key);
  return key;
};
