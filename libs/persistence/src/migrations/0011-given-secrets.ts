import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A workspace uses secret values from the process environment only after a person has allowed it; nobody has so far. */
export class GivenSecrets1795276800000 implements MigrationInterface {
  static readonly migrationName = 'GivenSecrets1795276800000';
  readonly name = GivenSecrets1795276800000.migrationName;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "given_secrets" (
      "workspaceId" text NOT NULL REFERENCES "workspaces" ("id") ON DELETE CASCADE,
      "name" text NOT NULL,
      "allowed" boolean NOT NULL,
      PRIMARY KEY ("workspaceId", "name")
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "given_secrets"`);
  }
}
