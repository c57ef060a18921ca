import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables = ['rest_requests', 'graphql_requests'] as const;

/** Requests name others that run before them. */
export class Needs1795370400000 implements MigrationInterface {
  static readonly migrationName = 'Needs1795370400000';
  readonly name = Needs1795370400000.migrationName;

  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables)
      await runner.query(`ALTER TABLE "${table}" ADD COLUMN "needs" text NOT NULL DEFAULT '[]'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables) await runner.query(`ALTER TABLE "${table}" DROP COLUMN "needs"`);
  }
}
