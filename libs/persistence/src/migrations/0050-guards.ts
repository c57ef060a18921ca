import type { MigrationInterface, QueryRunner } from 'typeorm';

const columns = [
  ['environments', 'guard'],
  ['environments', 'proposedGuard'],
  ['retired_environments', 'guard'],
] as const;

/** Environments have a guard; none has one so far. */
export class Guards1795424400000 implements MigrationInterface {
  static readonly migrationName = 'Guards1795424400000';
  readonly name = Guards1795424400000.migrationName;

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, column] of columns)
      await runner.query(`ALTER TABLE "${table}" ADD COLUMN "${column}" text NOT NULL DEFAULT 'null'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, column] of columns)
      await runner.query(`ALTER TABLE "${table}" DROP COLUMN "${column}"`);
  }
}
