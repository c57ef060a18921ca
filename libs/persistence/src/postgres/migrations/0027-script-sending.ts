import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Scripts of a workspace send requests only after a person has allowed it; nobody has so far. */
export class ScriptSending1795388400000 implements MigrationInterface {
  static readonly migrationName = 'ScriptSending1795388400000';
  readonly name = ScriptSending1795388400000.migrationName;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "script_sending" (
      "workspaceId" text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES "workspaces" ("id") ON DELETE CASCADE,
      "allowed" boolean NOT NULL
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "script_sending"`);
  }
}
