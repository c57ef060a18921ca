import type { DataSource } from 'typeorm';

import { backUp } from './backup.js';
import { findSchemaState, type SchemaState, sqliteHistory, upgradeUnreleased } from '../schema/upgrade.js';
import { getErrorCode } from '../storage-fault.js';
import { withTransaction } from './connection.js';
import { createBackupError, createMigrationError, UnusableDatabase } from '../unusable-database.js';

interface Present {
  readonly applied: readonly string[];
  readonly state: SchemaState;
}

const readState = async (source: DataSource, file: string): Promise<Present> => {
  const [table] = await source.query<unknown[]>(
    `SELECT 1 FROM sqlite_master WHERE name = '${sqliteHistory.table}'`,
  );
  const rows =
    table === undefined
      ? []
      : await source.query<{ readonly name: string }[]>(`SELECT "name" FROM "${sqliteHistory.table}"`);
  const applied = rows.map(({ name }) => name);
  return { applied, state: findSchemaState(sqliteHistory, applied, file) };
};

/** A new database has nothing to back up. */
const createBackup = async (
  source: DataSource,
  file: string,
  isNew: boolean,
): Promise<string | undefined> => {
  if (isNew) return undefined;
  try {
    return await backUp(source, file);
  } catch (error) {
    throw createBackupError(file, error);
  }
};

/**
 * Creates the tables of `source`, or runs the missing migrations, in one transaction, so that two processes with a new file
 * do so once. A database with content is backed up before.
 * @throws UnusableDatabase if the file has unknown migrations or cannot be migrated
 */
export const migrate = async (source: DataSource, file: string): Promise<void> => {
  const { state } = await readState(source, file);
  if (state === 'current') return;
  const backup = await createBackup(source, file, state === 'new');
  try {
    await withTransaction(source, async () => {
      const present = await readState(source, file);
      if (present.state === 'unreleased') await upgradeUnreleased(sqliteHistory, present.applied, source);
      await source.runMigrations({ transaction: 'none' });
    });
  } catch (error) {
    const isForUser = error instanceof UnusableDatabase || getErrorCode(error) === 'SQLITE_BUSY';
    throw isForUser || backup === undefined ? error : createMigrationError(file, backup, error);
  }
};
