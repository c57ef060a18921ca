import type { MigrationInterface, QueryRunner } from 'typeorm';

const isBeyondRequest = `(SELECT count(*) FROM (
    SELECT 1 FROM "executions" AS "newer" WHERE "newer"."workspaceId" = "executions"."workspaceId"
    AND "newer"."requestId" = "executions"."requestId" AND "newer"."position" > "executions"."position" LIMIT "ofRequest"
  ) AS "those") >= "ofRequest"`;

const newestOfWorkspace = `SELECT "position" FROM "executions" WHERE "workspaceId" = NEW."workspaceId" ORDER BY "position" DESC`;

const isOld = `"workspaceId" = NEW."workspaceId" AND "position" < (
    ${newestOfWorkspace} LIMIT 1 OFFSET greatest(NEW."kept" - 1, 0)
  )`;

const formatDropFunction = (body: string): string =>
  `CREATE OR REPLACE FUNCTION "executions_drop_older"() RETURNS trigger LANGUAGE plpgsql AS $$ ${body} $$`;

const up = [
  `ALTER TABLE "executions" ADD COLUMN "keptOfRequest" bigint, ADD COLUMN "bodyFile" bigint`,
  `CREATE INDEX "executions_request" ON "executions" ("workspaceId", "requestId", "position")`,
  formatDropFunction(`DECLARE "ofRequest" bigint := coalesce(NEW."keptOfRequest", 0);
  BEGIN
    IF "ofRequest" = 0 THEN
      DELETE FROM "executions" WHERE ${isOld};
    ELSE
      DELETE FROM "executions" WHERE "position" IN (${newestOfWorkspace} LIMIT 64 OFFSET NEW."kept") AND ${isBeyondRequest};
      DELETE FROM "executions" WHERE "requestId" = NEW."requestId" AND ${isOld} AND ${isBeyondRequest};
    END IF;
    RETURN NULL;
  END`),
];

const down = [
  formatDropFunction(`BEGIN DELETE FROM "executions" WHERE ${isOld}; RETURN NULL; END`),
  `DROP INDEX "executions_request"`,
  `ALTER TABLE "executions" DROP COLUMN "bodyFile", DROP COLUMN "keptOfRequest"`,
];

/** The columns of the SQLite file, and the same rule for what is kept; bodies stay in their rows, which all processes reach. */
export class KeptBodies1795302000000 implements MigrationInterface {
  static readonly migrationName = 'KeptBodies1795302000000';
  readonly name = KeptBodies1795302000000.migrationName;

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of up) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of down) await runner.query(statement);
  }
}
