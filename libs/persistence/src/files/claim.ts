import { dirname } from 'node:path';

import { makeFolder } from '@tandem/node';
import sqlite3 from 'sqlite3';

/** An exclusive claim of one process on a file. The system releases it when the process ends, however it ends. */
export interface Claim {
  readonly release: () => Promise<void>;
}

/** How long to retry, in milliseconds, if several processes claim at once. Without retries, all of them might fail. */
const maxRetryMs = 250;

type DoneCallback = (error: Error | null) => void;

const toPromise = (work: (done: DoneCallback) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    work((error) => {
      if (error) reject(error);
      else resolve();
    });
  });

const openDatabase = (file: string): Promise<sqlite3.Database> =>
  new Promise((resolve, reject) => {
    const database = new sqlite3.Database(file, (error) => {
      if (error) reject(Object.assign(error, { path: file }));
      else resolve(database);
    });
  });

/**
 * Claims a file with SQLite's lock on it; the file is created if needed and stays empty.
 * @returns undefined if this process or another one has claimed it
 * @throws the error of the system or of SQLite if the folder or file cannot be used
 */
export const claim = async (file: string): Promise<Claim | undefined> => {
  await makeFolder(dirname(file));
  const database = await openDatabase(file);
  const close = (): Promise<void> =>
    toPromise((done) => {
      database.close(done);
    });
  database.configure('busyTimeout', maxRetryMs);
  try {
    await toPromise((done) => database.exec('BEGIN EXCLUSIVE', done));
    return { release: close };
  } catch (error) {
    await close();
    if ((error as NodeJS.ErrnoException).code === 'SQLITE_BUSY') return undefined;
    throw error;
  }
};
