import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables = ['rest_requests', 'graphql_requests', 'folders'] as const;

/** Requests and folders have scripts of other tools. */
export class ForeignScripts1795381200000 implements MigrationInterface {
  static readonly migrationName = 'ForeignScripts1795381200000';
  readonly name = ForeignScripts1795381200000.migrationName;

  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables)
      await runner.query(
        `ALTER TABLE "${table}" ADD COLUMN "foreign" text COLLATE "C" NOT NULL DEFAULT 'null'`,
      );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables) await runner.query(`ALTER TABLE "${table}" DROP COLUMN "foreign"`);
  }
}
