import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `CREATE TABLE "executions" (
    "position" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "id" text NOT NULL UNIQUE,
    "workspaceId" text NOT NULL REFERENCES "workspaces" ("id") ON DELETE CASCADE,
    "requestId" text NOT NULL,
    "summary" text NOT NULL,
    "result" text NOT NULL,
    "contentType" text NOT NULL,
    "bodyKind" text,
    "body" blob
  )`,
  `CREATE INDEX "executions_workspace" ON "executions" ("workspaceId", "position")`,
];

/** The table of executions. */
export class Executions1763719200000 implements MigrationInterface {
  static readonly migrationName = 'Executions1763719200000';
  readonly name = Executions1763719200000.migrationName;

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "executions"`);
  }
}
