import type { DataSource } from 'typeorm';

import { migrations } from './migrations/all.js';
import { inTransaction } from './transaction.js';
import { newerDatabase } from './unusable-database.js';

const appliedTo = async (source: DataSource): Promise<readonly string[]> => {
  const [table] = await source.query<unknown[]>(`SELECT 1 FROM sqlite_master WHERE name = 'migrations'`);
  if (table === undefined) return [];
  const rows = await source.query<{ readonly name: string }[]>(`SELECT "name" FROM "migrations"`);
  return rows.map(({ name }) => name);
};

/**
 * Runs the migrations that `source` lacks, all in one transaction: two processes on a new file do it once.
 * @throws UnusableDatabase when the file has migrations that are not known here
 */
export const migrate = async (source: DataSource, file: string): Promise<void> => {
  const known: readonly string[] = migrations.map(({ migrationName }) => migrationName);
  const missing = async (): Promise<boolean> => {
    const applied = await appliedTo(source);
    const unknown = applied.filter((name) => !known.includes(name));
    if (unknown.length > 0) throw newerDatabase(file, unknown);
    return applied.length < known.length;
  };
  if (!(await missing())) return;
  await inTransaction(source, async () => {
    if (await missing()) await source.runMigrations({ transaction: 'none' });
  });
};
