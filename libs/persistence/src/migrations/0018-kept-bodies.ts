import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many that have just become too old are looked at; more than one only where fewer are to be kept than before. */
const slice = 64;

const ofRequest = 'coalesce(NEW."keptOfRequest", 0)';

/** Whether as many of the same request are newer as are to be kept of it. */
const isBeyondRequest = `(SELECT count(*) FROM (
    SELECT 1 FROM "executions" AS "newer" WHERE "newer"."workspaceId" = "executions"."workspaceId"
    AND "newer"."requestId" = "executions"."requestId" AND "newer"."position" > "executions"."position" LIMIT ${ofRequest}
  )) >= ${ofRequest}`;

const newestOfWorkspace = `SELECT "position" FROM "executions" WHERE "workspaceId" = NEW."workspaceId" ORDER BY "position" DESC`;

const isOld = `"workspaceId" = NEW."workspaceId" AND "position" < (${newestOfWorkspace} LIMIT 1 OFFSET NEW."kept" - 1)`;

const up = [
  `ALTER TABLE "executions" ADD COLUMN "keptOfRequest" integer`,
  `ALTER TABLE "executions" ADD COLUMN "bodyFile" integer`,
  `CREATE INDEX "executions_request" ON "executions" ("workspaceId", "requestId", "position")`,
  `CREATE INDEX "executions_files" ON "executions" ("position") WHERE "bodyFile" IS NOT NULL`,
  `DROP TRIGGER "executions_kept"`,
  // One that has just become too old, or is of the same request: no other can have to go.
  `CREATE TRIGGER "executions_kept" AFTER INSERT ON "executions" WHEN NEW."kept" IS NOT NULL BEGIN
    DELETE FROM "executions" WHERE ${ofRequest} = 0 AND ${isOld};
    DELETE FROM "executions" WHERE ${ofRequest} > 0 AND "position" IN (
      ${newestOfWorkspace} LIMIT ${slice} OFFSET NEW."kept"
    ) AND ${isBeyondRequest};
    DELETE FROM "executions" WHERE ${ofRequest} > 0 AND "requestId" = NEW."requestId" AND ${isOld} AND ${isBeyondRequest};
  END`,
];

const down = [
  `DROP TRIGGER "executions_kept"`,
  `DROP INDEX "executions_files"`,
  `DROP INDEX "executions_request"`,
  `ALTER TABLE "executions" DROP COLUMN "bodyFile"`,
  `ALTER TABLE "executions" DROP COLUMN "keptOfRequest"`,
  `CREATE TRIGGER "executions_kept" AFTER INSERT ON "executions" WHEN NEW."kept" IS NOT NULL BEGIN
    DELETE FROM "executions" WHERE ${isOld};
  END`,
];

/** Long bodies are in files, and of each request some executions are kept however old they are. */
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
