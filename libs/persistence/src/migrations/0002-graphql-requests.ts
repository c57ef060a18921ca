import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `CREATE TABLE "graphql_requests" (
    "id" text PRIMARY KEY NOT NULL,
    "workspaceId" text NOT NULL REFERENCES "workspaces" ("id") ON DELETE CASCADE,
    "name" text NOT NULL,
    "folder" text NOT NULL,
    "description" text NOT NULL,
    "url" text NOT NULL,
    "headers" text NOT NULL,
    "query" text NOT NULL,
    "variables" text NOT NULL,
    "operationName" text,
    "auth" text NOT NULL,
    "script" text NOT NULL,
    "settings" text NOT NULL,
    "searched" text NOT NULL,
    "revision" integer NOT NULL,
    "createdAt" text NOT NULL,
    "updatedAt" text NOT NULL
  )`,
  `CREATE INDEX "graphql_requests_order" ON "graphql_requests" ("workspaceId", "folder")`,
];

/** The table of GraphQL requests. */
export class GraphqlRequests1763712000000 implements MigrationInterface {
  static readonly migrationName = 'GraphqlRequests1763712000000';
  readonly name = GraphqlRequests1763712000000.migrationName;

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "graphql_requests"`);
  }
}
