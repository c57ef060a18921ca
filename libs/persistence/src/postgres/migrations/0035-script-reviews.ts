import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is known of the contents of scripts. Those that are in a workspace already do not wait for anybody. */
export class ScriptReviews1795431600000 implements MigrationInterface {
  static readonly migrationName = 'ScriptReviews1795431600000';
  readonly name = ScriptReviews1795431600000.migrationName;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "script_reviews" (
      "workspaceId" text COLLATE "C" NOT NULL REFERENCES "workspaces" ("id") ON DELETE CASCADE,
      "hash" text COLLATE "C" NOT NULL,
      "approved" boolean NOT NULL,
      "path" text COLLATE "C",
      "text" text COLLATE "C",
      PRIMARY KEY ("workspaceId", "hash")
    )`);
    await runner.query(
      `CREATE INDEX "script_reviews_waiting" ON "script_reviews" ("workspaceId") WHERE NOT "approved"`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "script_reviews"`);
  }
}
