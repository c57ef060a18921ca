import type { MigrationInterface, QueryRunner } from 'typeorm';

const up = [
  `ALTER TABLE "executions" ADD COLUMN "kept" integer`,
  `CREATE TRIGGER "executions_kept" AFTER INSERT ON "executions" WHEN NEW."kept" IS NOT NULL BEGIN
    DELETE FROM "executions" WHERE "workspaceId" = NEW."workspaceId" AND "position" < (
      SELECT "position" FROM "executions" WHERE "workspaceId" = NEW."workspaceId"
      ORDER BY "position" DESC LIMIT 1 OFFSET NEW."kept" - 1
    );
  END`,
];

const down = [`DROP TRIGGER "executions_kept"`, `ALTER TABLE "executions" DROP COLUMN "kept"`];

/** Adding an execution deletes those older than the newest `kept` of its workspace, in one statement. */
export class KeptExecutions1795255200000 implements MigrationInterface {
  static readonly migrationName = 'KeptExecutions1795255200000';
  readonly name = KeptExecutions1795255200000.migrationName;

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of up) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of down) await runner.query(statement);
  }
}
