import type { DataSource } from 'typeorm';

import { backUp } from './backup.js';
import { migrations } from './migrations/all.js';
import { codeOf } from './storage-fault.js';
import { inTransaction } from './transaction.js';
import { newerDatabase, noBackup, notMigrated, UnusableDatabase } from './unusable-database.js';

const appliedTo = async (source: DataSource): Promise<readonly string[]> => {
  const [table] = await source.query<unknown[]>(`SELECT 1 FROM sqlite_master WHERE name = 'migrations'`);
  if (table === undefined) return [];
  const rows = await source.query<{ readonly name: string }[]>(`SELECT "name" FROM "migrations"`);
  return rows.map(({ name }) => name);
};

const known: readonly string[] = migrations.map(({ migrationName }) => migrationName);

/** What was applied, once it is sure that this version knows all of it. */
const knownApplied = async (source: DataSource, file: string): Promise<readonly string[]> => {
  const applied = await appliedTo(source);
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw newerDatabase(file, unknown);
  return applied;
};

/** A new database has nothing to back up. */
const backupOf = async (source: DataSource, file: string, isNew: boolean): Promise<string | undefined> => {
  if (isNew) return undefined;
  try {
    return await backUp(source, file);
  } catch (error) {
    throw noBackup(file, error);
  }
};

/**
 * Runs the migrations that `source` lacks, all in one transaction: two processes on a new file do it once. A database that
 * has something to lose is backed up before.
 * @throws UnusableDatabase when the file has migrations that are not known here, or when it cannot be migrated
 */
export const migrate = async (source: DataSource, file: string): Promise<void> => {
  const applied = await knownApplied(source, file);
  if (applied.length === known.length) return;
  const backup = await backupOf(source, file, applied.length === 0);
  try {
    await inTransaction(source, async () => {
      if ((await knownApplied(source, file)).length < known.length)
        await source.runMigrations({ transaction: 'none' });
    });
  } catch (error) {
    const isTold = error instanceof UnusableDatabase || codeOf(error) === 'SQLITE_BUSY';
    throw isTold || backup === undefined ? error : notMigrated(file, backup, error);
  }
};
