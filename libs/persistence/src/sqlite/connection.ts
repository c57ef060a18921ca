import sqlite3 from 'sqlite3';
import { DataSource, type EntityManager } from 'typeorm';

import { tables } from '../schema/tables.js';
import { sqliteHistory } from '../schema/upgrade.js';
import { getErrorCode } from '../storage-fault.js';

/** Switches to a write-ahead log. This does not wait for other connections, so it is retried until `deadline`. */
const useWriteAheadLog = async (source: DataSource, deadline: number): Promise<void> => {
  try {
    await source.query('PRAGMA journal_mode = WAL');
  } catch (error) {
    if (getErrorCode(error) !== 'SQLITE_BUSY' || Date.now() > deadline) throw error;
    await new Promise((resolve) => setTimeout(resolve, 20));
    await useWriteAheadLog(source, deadline);
  }
};

/** Disables the long stack traces that TypeORM enables, which cost an `Error` per statement. */
const driverWithoutTraces = { ...sqlite3, verbose: () => sqlite3 };

/**
 * Opens a connection to a SQLite file, with a write-ahead log and foreign keys. A commit only returns when its data is on the disk.
 * @param busyTimeoutMs how long to wait for locks held by other connections, in milliseconds
 */
export const connect = async (file: string, busyTimeoutMs: number): Promise<DataSource> => {
  const source = new DataSource({
    type: 'sqlite',
    driver: driverWithoutTraces,
    database: file,
    entities: tables,
    migrations: [...sqliteHistory.migrations],
    migrationsTableName: sqliteHistory.table,
    busyTimeout: busyTimeoutMs,
    // The default logger prints failed migrations to stdout, which may belong to an MCP client.
    logger: 'debug',
  });
  await source.initialize();
  try {
    // This only has an effect on a file without tables, before the log is used.
    await source.query('PRAGMA auto_vacuum = INCREMENTAL');
    await useWriteAheadLog(source, Date.now() + busyTimeoutMs);
    await source.query('PRAGMA synchronous = FULL');
    return source;
  } catch (error) {
    await source.destroy();
    throw error;
  }
};

/**
 * Runs `work` in a transaction of `source`; an exception rolls it back. It takes the write lock at the start: a transaction
 * that reads first and writes later would fail immediately if another process has written in between
 * (https://www.sqlite.org/isolation.html).
 */
export const withTransaction = async <A>(
  source: DataSource,
  work: (manager: EntityManager) => Promise<A>,
): Promise<A> => {
  await source.query('BEGIN IMMEDIATE');
  try {
    const result = await work(source.manager);
    await source.query('COMMIT');
    return result;
  } catch (error) {
    // On a full disk, SQLite has already rolled back the transaction.
    await source.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
};
