import type { MigrationInterface, QueryRunner } from 'typeorm';

const columns = ['kind', 'session', 'groupId', 'at'] as const;

const indexes = {
  // What is beyond the limits is found in the index alone; rows are long.
  activities_of: `("workspaceId", "position", "length", "at")`,
  activities_entity: `("workspaceId", "entityId", "position")`,
  activities_session: `("workspaceId", "session", "position") WHERE "session" IS NOT NULL`,
  activities_group: `("workspaceId", "groupId", "position") WHERE "groupId" IS NOT NULL`,
};

/** The activity is found by entity, by session, by group and by time. */
export class Journal1795402800000 implements MigrationInterface {
  static readonly migrationName = 'Journal1795402800000';
  readonly name = Journal1795402800000.migrationName;

  async up(runner: QueryRunner): Promise<void> {
    for (const name of columns) await runner.query(`ALTER TABLE "activities" ADD COLUMN "${name}" text`);
    await runner.query(
      `UPDATE "activities" SET "at" = json_extract("activity", '$.at') WHERE json_valid("activity")`,
    );
    await runner.query(`DROP INDEX "activities_of"`);
    for (const [name, on] of Object.entries(indexes))
      await runner.query(`CREATE INDEX "${name}" ON "activities" ${on}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(indexes)) await runner.query(`DROP INDEX "${name}"`);
    for (const name of columns) await runner.query(`ALTER TABLE "activities" DROP COLUMN "${name}"`);
    await runner.query(`CREATE INDEX "activities_of" ON "activities" ("workspaceId", "position", "length")`);
  }
}
