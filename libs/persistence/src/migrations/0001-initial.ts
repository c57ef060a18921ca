import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `CREATE TABLE "settings" ("name" text PRIMARY KEY NOT NULL, "value" text NOT NULL)`,
  `CREATE TABLE "workspaces" (
    "id" text PRIMARY KEY NOT NULL,
    "name" text NOT NULL,
    "path" text NOT NULL UNIQUE,
    "activeEnvironmentId" text,
    "lastOpenedAt" text NOT NULL,
    "createdAt" text NOT NULL,
    "updatedAt" text NOT NULL
  )`,
  `CREATE TABLE "environments" (
    "id" text PRIMARY KEY NOT NULL,
    "workspaceId" text NOT NULL REFERENCES "workspaces" ("id") ON DELETE CASCADE,
    "name" text NOT NULL,
    "variables" text NOT NULL,
    "secrets" text NOT NULL,
    "revision" integer NOT NULL,
    "createdAt" text NOT NULL,
    "updatedAt" text NOT NULL
  )`,
  `CREATE INDEX "environments_workspace" ON "environments" ("workspaceId")`,
  `CREATE TABLE "rest_requests" (
    "id" text PRIMARY KEY NOT NULL,
    "workspaceId" text NOT NULL REFERENCES "workspaces" ("id") ON DELETE CASCADE,
    "name" text NOT NULL,
    "folder" text NOT NULL,
    "description" text NOT NULL,
    "method" text NOT NULL,
    "url" text NOT NULL,
    "pathParams" text NOT NULL,
    "queryParams" text NOT NULL,
    "headers" text NOT NULL,
    "body" text NOT NULL,
    "auth" text NOT NULL,
    "script" text NOT NULL,
    "settings" text NOT NULL,
    "searched" text NOT NULL,
    "revision" integer NOT NULL,
    "createdAt" text NOT NULL,
    "updatedAt" text NOT NULL
  )`,
  `CREATE INDEX "rest_requests_order" ON "rest_requests" ("workspaceId", "folder")`,
];

/** The first tables. TypeORM orders migrations by the number at the end of their names. */
export class Initial1763683200000 implements MigrationInterface {
  static readonly migrationName = 'Initial1763683200000';
  readonly name = Initial1763683200000.migrationName;

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['rest_requests', 'environments', 'workspaces', 'settings']) {
      await runner.query(`DROP TABLE "${table}"`);
    }
  }
}
