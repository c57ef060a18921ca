import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Replaced or removed secret values stay hidden where a script has copied them. */
export class FormerSecrets1795284000000 implements MigrationInterface {
  static readonly migrationName = 'FormerSecrets1795284000000';
  readonly name = FormerSecrets1795284000000.migrationName;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "former_secrets" (
      "position" integer PRIMARY KEY AUTOINCREMENT,
      "workspaceId" text NOT NULL REFERENCES "workspaces" ("id") ON DELETE CASCADE,
      "name" text NOT NULL,
      "value" text NOT NULL,
      UNIQUE ("workspaceId", "value")
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "former_secrets"`);
  }
}
