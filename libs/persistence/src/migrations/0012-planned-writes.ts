import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The files that a synchronization is about to write, so that the next run recognizes them after a crash. */
export class PlannedWrites1795280400000 implements MigrationInterface {
  static readonly migrationName = 'PlannedWrites1795280400000';
  readonly name = PlannedWrites1795280400000.migrationName;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "folder_planned" (
        "workspaceId" text NOT NULL REFERENCES "workspaces" ("id") ON DELETE CASCADE,
        "path" text NOT NULL,
        "id" text NOT NULL,
        "planned" text NOT NULL,
        PRIMARY KEY ("workspaceId", "path")
      )
    `);
    await runner.query(`CREATE INDEX "folder_planned_by_id" ON "folder_planned" ("workspaceId", "id")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "folder_planned"`);
  }
}
