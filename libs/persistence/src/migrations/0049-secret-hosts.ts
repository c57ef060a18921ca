import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The hosts of secrets, with the values that they have had since. A row outlives its environment, which may be restored. */
export class SecretHosts1795420800000 implements MigrationInterface {
  static readonly migrationName = 'SecretHosts1795420800000';
  readonly name = SecretHosts1795420800000.migrationName;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "secret_hosts" (
      "environmentId" text NOT NULL,
      "name" text NOT NULL,
      "workspaceId" text NOT NULL REFERENCES "workspaces" ("id") ON DELETE CASCADE,
      "hosts" text NOT NULL,
      "bound" text NOT NULL,
      PRIMARY KEY ("environmentId", "name")
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "secret_hosts"`);
  }
}
