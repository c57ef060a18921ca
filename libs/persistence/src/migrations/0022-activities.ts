import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `CREATE TABLE "activities" (
    "position" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
    "workspaceId" text NOT NULL REFERENCES "workspaces" ("id") ON DELETE CASCADE,
    "by" text,
    "entity" text NOT NULL,
    "entityId" text NOT NULL,
    "searched" text NOT NULL,
    "length" integer NOT NULL,
    "activity" text NOT NULL,
    "restores" text NOT NULL
  )`,
  // What is beyond the limits is found in the index alone; rows are long.
  `CREATE INDEX "activities_of" ON "activities" ("workspaceId", "position", "length")`,
  `CREATE INDEX "activities_by" ON "activities" ("workspaceId", "by")`,
];

/** Who changed what. */
export class Activities1795316400000 implements MigrationInterface {
  static readonly migrationName = 'Activities1795316400000';
  readonly name = Activities1795316400000.migrationName;

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "activities"`);
  }
}
