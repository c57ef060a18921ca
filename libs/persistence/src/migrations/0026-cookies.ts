import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `CREATE TABLE "cookies" (
    "position" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "workspaceId" text NOT NULL REFERENCES "workspaces" ("id") ON DELETE CASCADE,
    "environmentId" text,
    "domain" text NOT NULL,
    "path" text NOT NULL,
    "name" text NOT NULL,
    "createdAt" text NOT NULL,
    "cookie" text NOT NULL,
    FOREIGN KEY ("workspaceId", "environmentId") REFERENCES "environments" ("workspaceId", "id") ON DELETE CASCADE
  )`,
  `CREATE UNIQUE INDEX "cookies_of" ON "cookies" ("workspaceId", coalesce("environmentId", ''), "domain", "path", "name")`,
];

/** The cookies of each workspace and environment. */
export class Cookies1795338000000 implements MigrationInterface {
  static readonly migrationName = 'Cookies1795338000000';
  readonly name = Cookies1795338000000.migrationName;

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "cookies"`);
  }
}
