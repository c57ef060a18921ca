import type { DataSource } from 'typeorm';

import { backUp } from './backup.js';
import { migrations } from './migrations/all.js';
import { newIndexes } from './schema/new-indexes.js';
import { newTables } from './schema/new-tables.js';
import { codeOf } from './storage-fault.js';
import { withTransaction } from './transaction.js';
import {
  newerDatabase,
  createBackupError,
  createMigrationError,
  UnusableDatabase,
} from './unusable-database.js';

const readAppliedMigrations = async (source: DataSource): Promise<readonly string[]> => {
  const [table] = await source.query<unknown[]>(`SELECT 1 FROM sqlite_master WHERE name = 'migrations'`);
  if (table === undefined) return [];
  const rows = await source.query<{ readonly name: string }[]>(`SELECT "name" FROM "migrations"`);
  return rows.map(({ name }) => name);
};

const knownMigrations: readonly string[] = migrations.map(({ migrationName }) => migrationName);

/** The applied migrations, after checking that this version knows all of them. */
const readKnownMigrations = async (source: DataSource, file: string): Promise<readonly string[]> => {
  const applied = await readAppliedMigrations(source);
  const unknown = applied.filter((name) => !knownMigrations.includes(name));
  if (unknown.length > 0) throw newerDatabase(file, unknown);
  return applied;
};

/** Makes all tables of a new database at once, which takes a tenth of making and changing them by one migration after the other. */
const create = async (source: DataSource): Promise<void> => {
  for (const statement of [...newTables, ...newIndexes]) await source.query(statement);
  // The last 13 characters of its name are when a migration was written, in milliseconds since 1970.
  const rows = knownMigrations.map((name) => `(${name.slice(-13)}, '${name}')`).join(', ');
  await source.query(`INSERT INTO "migrations" ("timestamp", "name") VALUES ${rows}`);
};

/** A new database has nothing to back up. */
const backupOf = async (source: DataSource, file: string, isNew: boolean): Promise<string | undefined> => {
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
  const applied = await readKnownMigrations(source, file);
  if (applied.length === knownMigrations.length) return;
  const backup = await backupOf(source, file, applied.length === 0);
  try {
    await withTransaction(source, async () => {
      const present = await readKnownMigrations(source, file);
      if (present.length > 0) await source.runMigrations({ transaction: 'none' });
      else await create(source);
    });
  } catch (error) {
    const isTold = error instanceof UnusableDatabase || codeOf(error) === 'SQLITE_BUSY';
    throw isTold || backup === undefined ? error : createMigrationError(file, backup, error);
  }
};
