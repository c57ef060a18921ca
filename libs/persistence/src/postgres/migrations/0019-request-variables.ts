import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables = ['rest_requests', 'graphql_requests'] as const;

/** Requests have variables of their own. */
export class RequestVariables1795359600000 implements MigrationInterface {
  static readonly migrationName = 'RequestVariables1795359600000';
  readonly name = RequestVariables1795359600000.migrationName;

  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables)
      await runner.query(
        `ALTER TABLE "${table}" ADD COLUMN "requestVariables" text COLLATE "C" NOT NULL DEFAULT '[]'`,
      );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables) await runner.query(`ALTER TABLE "${table}" DROP COLUMN "requestVariables"`);
  }
}
