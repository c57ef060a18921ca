import sqlite3 from 'sqlite3';
import { DataSource } from 'typeorm';

import { migrations } from './migrations/all.js';
import { tables } from './schema/tables.js';
import { codeOf } from './storage-fault.js';

/** A change of the journal's mode does not wait for other connections, so it is tried again until `deadline`. */
const useWriteAheadLog = async (source: DataSource, deadline: number): Promise<void> => {
  try {
    await source.query('PRAGMA journal_mode = WAL');
  } catch (error) {
    if (codeOf(error) !== 'SQLITE_BUSY' || Date.now() > deadline) throw error;
    await new Promise((resolve) => setTimeout(resolve, 20));
    await useWriteAheadLog(source, deadline);
  }
};

/** TypeORM turns on long stacks, which cost each statement an `Error` of its own. */
const quietDriver = { ...sqlite3, verbose: () => sqlite3 };

/**
 * One connection to a SQLite file: write-ahead log, foreign keys, each commit on the disk before it is answered.
 * @param busyTimeoutMs how long a lock of another connection is waited for, in milliseconds
 */
export const connect = async (file: string, busyTimeoutMs: number): Promise<DataSource> => {
  const source = new DataSource({
    type: 'sqlite',
    driver: quietDriver,
    database: file,
    entities: tables,
    migrations: [...migrations],
    busyTimeout: busyTimeoutMs,
    // The default one prints failed migrations to stdout, which may be an agent's.
    logger: 'debug',
  });
  await source.initialize();
  try {
    // Counts for a file without tables alone, and only before the log is used.
    await source.query('PRAGMA auto_vacuum = INCREMENTAL');
    await useWriteAheadLog(source, Date.now() + busyTimeoutMs);
    await source.query('PRAGMA synchronous = FULL');
    return source;
  } catch (error) {
    await source.destroy();
    throw error;
  }
};
