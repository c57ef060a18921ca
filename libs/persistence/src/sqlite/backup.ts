import { open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import type { DataSource } from 'typeorm';

/** How many backups are kept. */
const maxBackups = 2;

const extension = '.backup';

/** The time in the format of file names, so that names sort by time. */
export const formatTimestamp = (): string => new Date().toISOString().replace(/[:.]/g, '-');

/** The backups beside `file`, newest first. */
export const listBackups = async (file: string): Promise<readonly string[]> => {
  const [folder, prefix] = [dirname(file), `${basename(file)}.`];
  const names = await readdir(folder);
  return names
    .filter((name) => name.startsWith(prefix) && name.endsWith(extension))
    .sort()
    .reverse()
    .map((name) => join(folder, name));
};

const flushToDisk = async (file: string): Promise<void> => {
  const handle = await open(file, 'r+');
  await handle.sync().finally(() => handle.close());
};

/**
 * Copies the database beside the original with SQLite, so that the copy is consistent even if others write meanwhile. It is
 * renamed when it is complete. Only the newest copies are kept.
 * @returns the path of the copy
 */
export const backUp = async (source: DataSource, file: string): Promise<string> => {
  const target = `${file}.${formatTimestamp()}${extension}`;
  const partial = `${target}.${process.pid}.partial`;
  // SQLite writes into an existing empty file and keeps its mode.
  await (await open(partial, 'wx', 0o600)).close();
  try {
    await source.query('VACUUM INTO ?', [partial]);
    await flushToDisk(partial);
    await rename(partial, target);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  for (const old of (await listBackups(file)).slice(maxBackups)) await rm(old, { force: true });
  return target;
};
