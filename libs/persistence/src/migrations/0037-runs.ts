import type { MigrationInterface, QueryRunner } from 'typeorm';

const text = (...names: readonly string[]) => names.map((name) => `"${name}" text NOT NULL`).join(', ');

/** Reports of runs are stored. */
export class Runs1795377600000 implements MigrationInterface {
  static readonly migrationName = 'Runs1795377600000';
  readonly name = Runs1795377600000.migrationName;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "runs" (
      "position" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
      "workspaceId" text NOT NULL REFERENCES "workspaces" ("id") ON DELETE CASCADE,
      ${text('id', 'summary', 'report')}
    )`);
    await runner.query(`CREATE UNIQUE INDEX "runs_of" ON "runs" ("workspaceId", "id")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "runs"`);
  }
}
