import { type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';

import type { Address } from './address.js';
import { migrations } from './migrations/all.js';
import { newerStore } from './refusals.js';
import { lockWrites } from './write-lock.js';

const knownMigrations: readonly string[] = migrations.map(({ migrationName }) => migrationName);

/** The number of applied migrations, after checking that this version knows all of them. */
const countApplied = async (runner: QueryRunner, address: Address): Promise<number> => {
  const [table] = (await runner.query(`SELECT to_regclass('tandem_migrations') AS "name"`)) as readonly {
    readonly name: string | null;
  }[];
  if (table?.name == null) return 0;
  const applied = (await runner.query('SELECT "name" FROM "tandem_migrations"')) as readonly {
    readonly name: string;
  }[];
  const unknown = applied.map(({ name }) => name).filter((name) => !knownMigrations.includes(name));
  if (unknown.length > 0) throw newerStore(address, unknown);
  return applied.length;
};

/**
 * Runs the missing migrations of a database in one transaction, so that processes that start simultaneously run them once.
 * @throws UnusableDatabase if the database has unknown migrations
 */
export const migratePostgres = async (source: DataSource, address: Address): Promise<void> => {
  const runner = source.createQueryRunner();
  try {
    if ((await countApplied(runner, address)) === knownMigrations.length) return;
    await runner.startTransaction();
    try {
      await lockWrites(runner);
      if ((await countApplied(runner, address)) < knownMigrations.length) {
        const executor = new MigrationExecutor(source, runner);
        executor.transaction = 'none';
        await executor.executePendingMigrations();
      }
      await runner.commitTransaction();
    } catch (error) {
      await runner.rollbackTransaction().catch(() => undefined);
      throw error;
    }
  } finally {
    await runner.release();
  }
};
