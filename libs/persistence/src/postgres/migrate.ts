import { type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';

import { findSchemaState, postgresHistory, type SchemaState, upgradeUnreleased } from '../schema/upgrade.js';
import type { Address } from './address.js';
import { lockWrites } from './write-lock.js';

interface Present {
  readonly applied: readonly string[];
  readonly state: SchemaState;
}

const readState = async (runner: QueryRunner, { shown }: Address): Promise<Present> => {
  const [table] = (await runner.query(
    `SELECT to_regclass('${postgresHistory.table}') AS "name"`,
  )) as readonly {
    readonly name: string | null;
  }[];
  const rows = (
    table?.name == null ? [] : await runner.query(`SELECT "name" FROM "${postgresHistory.table}"`)
  ) as readonly { readonly name: string }[];
  const applied = rows.map(({ name }) => name);
  return { applied, state: findSchemaState(postgresHistory, applied, shown) };
};

/**
 * Runs the missing migrations of a database in one transaction, so that processes that start simultaneously run them once.
 * @throws UnusableDatabase if the database has unknown migrations
 */
export const migratePostgres = async (source: DataSource, address: Address): Promise<void> => {
  const runner = source.createQueryRunner();
  try {
    if ((await readState(runner, address)).state === 'current') return;
    await runner.startTransaction();
    try {
      await lockWrites(runner);
      const { applied, state } = await readState(runner, address);
      if (state === 'unreleased') await upgradeUnreleased(postgresHistory, applied, runner);
      const executor = new MigrationExecutor(source, runner);
      executor.transaction = 'none';
      await executor.executePendingMigrations();
      await runner.commitTransaction();
    } catch (error) {
      await runner.rollbackTransaction().catch(() => undefined);
      throw error;
    }
  } finally {
    await runner.release();
  }
};
