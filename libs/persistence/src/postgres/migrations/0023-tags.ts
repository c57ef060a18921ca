import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables = ['rest_requests', 'graphql_requests'] as const;

/** Requests have tags. */
export class Tags1795374000000 implements MigrationInterface {
  static readonly migrationName = 'Tags1795374000000';
  readonly name = Tags1795374000000.migrationName;

  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables)
      await runner.query(`ALTER TABLE "${table}" ADD COLUMN "tags" text COLLATE "C" NOT NULL DEFAULT '[]'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables) await runner.query(`ALTER TABLE "${table}" DROP COLUMN "tags"`);
  }
}
