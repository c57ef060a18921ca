import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps what a synchronization removed from environments, in case the files return. */
export class RetiredEnvironments1795269600000 implements MigrationInterface {
  static readonly migrationName = 'RetiredEnvironments1795269600000';
  readonly name = RetiredEnvironments1795269600000.migrationName;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "retired_environments" (
      "workspaceId" text NOT NULL REFERENCES "workspaces" ("id") ON DELETE CASCADE,
      "id" text NOT NULL,
      "secrets" text NOT NULL,
      "wasActive" boolean NOT NULL,
      PRIMARY KEY ("workspaceId", "id")
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "retired_environments"`);
  }
}
