import { dirname } from 'node:path';

import { makeFolder } from '@tandem/node';
import sqlite3 from 'sqlite3';

/** Something that one process at a time may have; the system takes it back when the process ends, however it ends. */
export interface Claim {
  readonly release: () => Promise<void>;
}

/** How long others that ask at the same moment are waited for, or all of them might lose, in milliseconds. */
const crowdMs = 250;

type Done = (error: Error | null) => void;

const settled = (work: (done: Done) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    work((error) => {
      if (error) reject(error);
      else resolve();
    });
  });

const open = (file: string): Promise<sqlite3.Database> =>
  new Promise((resolve, reject) => {
    const database = new sqlite3.Database(file, (error) => {
      if (error) reject(Object.assign(error, { path: file }));
      else resolve(database);
    });
  });

/**
 * Claims a file by SQLite's lock on it; the file is made when it does not exist and never holds anything.
 * @returns undefined when it is claimed already, by this process or another
 * @throws the system's error for a folder, or SQLite's for a file, that cannot be used
 */
export const claim = async (file: string): Promise<Claim | undefined> => {
  await makeFolder(dirname(file));
  const database = await open(file);
  const close = (): Promise<void> =>
    settled((done) => {
      database.close(done);
    });
  database.configure('busyTimeout', crowdMs);
  try {
    await settled((done) => database.exec('BEGIN EXCLUSIVE', done));
    return { release: close };
  } catch (error) {
    await close();
    if ((error as NodeJS.ErrnoException).code === 'SQLITE_BUSY') return undefined;
    throw error;
  }
};
